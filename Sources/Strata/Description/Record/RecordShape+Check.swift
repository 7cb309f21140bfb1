extension RecordShape {
  /// What is wrong with the description, as far as one value shows it.
  func problems(shownBy value: Value) -> [DescriptionError.Problem] {
    let problems = problemsOfTelling(value)
    return problems.isEmpty ? problemsOfReading(value) : problems
  }

  /// What is wrong with which fields are told, and how, as far as one value shows it.
  private func problemsOfTelling(_ value: Value) -> [DescriptionError.Problem] {
    let type = "\(Value.self)"
    var problems = problemsOfNames
    let stored = Mirror(reflecting: value).children.compactMap(\.label)
    let properties = fields.map { field in property(of: field.path) }
    for (field, property) in zip(fields, properties) {
      guard let property, property != field.name, stored.contains(field.name) else { continue }
      problems.append(.swapped(name: field.name, property: property, type: type))
    }
    // A description may use other names than the properties have; the key paths know.
    let told = Set(zip(fields, properties).map { field, property in property ?? field.name } + derivedNames)
    for property in stored where !told.contains(property) && !told.contains(wrapped(property)) {
      problems.append(.forgotten(property: property, type: type))
    }
    if !DescriptionProbe.finds(value) { problems.append(.ownCodable(type: type)) }
    return problems
  }

  /// What is wrong with the description, as far as the value to begin with shows it.
  func problemsOfBeginning() -> [DescriptionError.Problem] {
    let contradicting = fields.filter(\.tellsNoneOtherwise)
    if !contradicting.isEmpty {
      return contradicting.map { .missingIsNone(field: $0.name, type: "\(Value.self)") }
    }
    let restless = fields.filter(\.isRestlessWhereMissing)
    if !restless.isEmpty {
      return restless.map { .missingNotTheSameTwice(field: $0.name, type: "\(Value.self)") }
    }
    guard let blank, case .filling(let again) = making else { return problemsOfNames }
    let other = again()
    let changing = fields.filter { field in
      withUnsafePointer(to: other) { other in
        field.read(blank, other) { (try? field.shape.areSame($0, $1)) != true }
      }
    }
    if !changing.isEmpty {
      return changing.map { .notTheSameTwice(field: $0.name, type: "\(Value.self)") }
    }
    return problems(shownBy: blank.pointee)
  }

  private var problemsOfNames: [DescriptionError.Problem] {
    let type = "\(Value.self)"
    var (names, paths): (Set<PlainValue>, Set<AnyKeyPath>) = ([], [])
    var problems: [DescriptionError.Problem] = []
    for name in fields.flatMap(\.names.all) + removedNames
    where !names.insert(.text(name)).inserted {
      problems.append(.twice(name: name, type: type))
    }
    for field in fields where !paths.insert(field.path).inserted {
      problems.append(.toldTwice(property: property(of: field.path) ?? field.name, type: type))
    }
    return problems
  }

  /// Whether a value comes back as it was written, from its plain form and from JSON.
  private func problemsOfReading(_ value: Value) -> [DescriptionError.Problem] {
    do throws(PatchError) {
      var json = JSONWriter()
      try withUnsafePointer(to: value) { value throws(PatchError) in try write(value, to: &json) }
      let read: Result<Value, PatchError> = json.bytes.withUnsafeBufferPointer { text in
        Result { () throws(PatchError) in
          var reader = try JSONReader(text)
          return try self.read(&reader)
        }
      }
      for other in [try make(from: try plain(of: value)), try read.get()] {
        for field in fields {
          let isSame = try withUnsafePointer(to: value) { value throws(PatchError) in
            try withUnsafePointer(to: other) { other throws(PatchError) in
              try field.read(value, other) { value, other throws(PatchError) in
                try field.shape.areSame(value, other)
              }
            }
          }
          if !isSame {
            return [
              .notReadable(field: field.name, type: "\(Value.self)", reason: "it comes back as another value")
            ]
          }
        }
      }
      return []
    } catch {
      let field = error.path.first.map(\.description) ?? ""
      return [.notReadable(field: field, type: "\(Value.self)", reason: "\(error.reason)")]
    }
  }

  /// The name of the property that a key path leads to, where it tells.
  private func property(of path: AnyKeyPath) -> String? {
    let text = path.debugDescription
    guard text.hasPrefix("\\"), let name = text.split(separator: ".").last else { return nil }
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? String(name) : nil
  }

  /// The property that a stored one is behind: `_title` of a wrapped `title`.
  private func wrapped(_ property: String) -> String {
    property.hasPrefix("_") ? String(property.dropFirst()) : property
  }
}

extension RecordShape {
  /// Sees to it that a change of fields leads there and back: what a property observer or a setter does besides is not in a
  /// patch, and would be done again by undo.
  func checkSetting(
    _ changed: [Patch.Node.Field],
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer
  ) throws(PatchError) {
    guard case .filling = making, isObserved else { return }
    let changed = changed.compactMap { change in fields.first { $0.name.isCopy(of: change.name) } }
    if changed.allSatisfy({ $0.offset != nil }) { return }
    for (start, end) in [(old, new), (new, old)] {
      var value = start.assumingMemoryBound(to: Value.self).pointee
      try withUnsafeMutablePointer(to: &value) { value throws(PatchError) in
        for field in changed { field.access.set(field.access.box(of: end), value) }
        for field in fields {
          let isSame = try field.read(value, end) { value, end throws(PatchError) in
            try field.shape.areSame(value, end)
          }
          if isSame { continue }
          let reason =
            "setting \(changed.map { "'\($0.name)'" }.joined(separator: ", ")) of \(Value.self) changes it, too"
          throw PatchError(.unwritable(reason: "\(reason): do that where the action is reduced"))
            .inside(.field(field.name))
        }
      }
    }
  }

  /// Sees to it that an initialiser makes the record again that its fields come from: what it makes of them is the app's,
  /// and a slip there would show when it is too late.
  func checkInitializer(_ value: UnsafeRawPointer) throws(PatchError) {
    guard case .assembling = making else { return }
    // There is no value to begin with that would show it earlier.
    if !isShown.withLock({ $0 }) {
      if let problem = problemsOfTelling(value.assumingMemoryBound(to: Value.self).pointee).first {
        throw PatchError(.unwritable(reason: "\(problem)"))
      }
      isShown.withLock { $0 = true }
    }
    let again = try assembled(fields.map { $0.access.box(of: value) })
    try withUnsafePointer(to: again) { again throws(PatchError) in
      for field in fields {
        let isSame = try field.read(value, again) { value, again throws(PatchError) in
          try field.shape.areSame(value, again)
        }
        if isSame { continue }
        let reason =
          "the initialiser of \(Value.self) makes another value of '\(field.name)' than it is given"
        throw PatchError(.unwritable(reason: reason)).inside(.field(field.name))
      }
    }
  }
}

extension DescribedValue {
  /// What is wrong with the descriptions of this type and of all that may be in it; nil when nothing is.
  ///
  /// - Complexity: O(1) after the first time.
  @usableFromInline
  package static var descriptionError: DescriptionError? {
    let problems = _shape.reachable.flatMap(\.problems)
    return problems.isEmpty ? nil : DescriptionError(problems: problems)
  }
}

extension DescribedValue {
  /// What is wrong with the description of this value's own type, as far as the value shows it.
  package var descriptionProblems: [DescriptionError.Problem] {
    withUnsafePointer(to: self) { Self._shape.problems(with: $0) }
  }

  /// Sixteen digits that change when the description of this type, or of one that may be in it, does.
  package static var descriptionFingerprint: String { _shape.fingerprint }

  /// Whether anything in it is written by its `Codable` as a whole.
  package static var hasLeaves: Bool { _shape.hasLeaves }
}
