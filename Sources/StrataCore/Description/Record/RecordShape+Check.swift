extension RecordShape {
  /// The problems of the description, as far as one value shows them.
  func problems(shownBy value: Value) -> [DescriptionError.Problem] {
    let problems = problemsOfTelling(value)
    return problems.isEmpty ? problemsOfReading(value) : problems
  }

  /// The problems with the fields that the description has and lacks, as far as one value shows them.
  private func problemsOfTelling(_ value: Value) -> [DescriptionError.Problem] {
    let type = typeName
    var problems = problemsOfNames
    let children = Mirror(reflecting: value).children
    let stored = children.compactMap(\.label).map(unlazy)
    // A key path knows properties by their places, and what has no size lies where its neighbour does.
    let shared = Set(fields.filter { $0.size == 0 }.compactMap(\.offset))
    let properties = fields.map { field in
      field.offset.map(shared.contains) == true ? nil : property(of: field)
    }
    for (field, property) in zip(fields, properties) {
      guard let property, property != field.name, stored.contains(field.name) else { continue }
      problems.append(.swapped(name: field.name, property: property, type: type))
    }
    // A description may use other names than the properties have; the key paths know. One that leads into a property tells
    // of what is there alone, whose name may be the same.
    var told = Set(derivedNames + transientNames)
    for (field, property) in zip(fields, properties) {
      let name = property ?? field.name
      let child = children.first { $0.label == name }
      if field.offset == nil || child.map({ field.holds($0.value) }) != false { told.insert(name) }
    }
    // A type with a mirror of its own may show properties that are not stored.
    if !(value is any CustomReflectable) {
      for property in stored where !told.contains(property) {
        if let front = wrapped(property), told.contains(front), !stored.contains(front) { continue }
        problems.append(.forgotten(property: property, type: type))
      }
    }
    if problems.isEmpty, let bytes = bytesOfNoField { problems.append(.unseen(bytes: bytes, type: type)) }
    return problems
  }

  /// How many bytes of a struct are of no field, where the fields' places tell; nil where that is none.
  ///
  /// Stored properties lie one behind the other, each at the next place that suits it.
  private var bytesOfNoField: Int? {
    guard !(Value.self is AnyClass), derivedNames.isEmpty, transientNames.isEmpty else { return nil }
    var (end, missing) = (0, 0)
    for field in fields.sorted(by: { ($0.offset ?? 0, $0.size) < ($1.offset ?? 0, $1.size) }) {
      guard let offset = field.offset else { return nil }
      let next = (end + field.alignment - 1) / field.alignment * field.alignment
      missing += max(0, offset - next)
      end = max(end, offset + field.size)
    }
    missing += max(0, MemoryLayout<Value>.size - end)
    return missing > 0 ? missing : nil
  }

  /// Fields that lie in the place of others.
  private var problemsOfPlaces: [DescriptionError.Problem] {
    let inOrder = fields.filter { $0.offset != nil && $0.size > 0 }.sorted {
      ($0.offset ?? 0) < ($1.offset ?? 0)
    }
    return zip(inOrder, inOrder.dropFirst()).compactMap { field, next in
      guard let offset = field.offset, let place = next.offset, place < offset + field.size else {
        return nil
      }
      return .overlapping(name: next.name, other: field.name, type: typeName)
    }
  }

  /// The problems of the description, as far as the value to begin with shows them.
  func problemsOfBeginning() -> [DescriptionError.Problem] {
    if blank != nil, Value.self is AnyClass { return [.filledInClass(type: typeName)] }
    let contradicting = fields.filter(\.hasOtherValueForNone)
    if !contradicting.isEmpty {
      return contradicting.map { .missingIsNone(field: placed($0.name), type: owner) }
    }
    let restless = fields.filter(\.isRestlessWhereMissing)
    if !restless.isEmpty {
      return restless.map { .missingNotTheSameTwice(field: placed($0.name), type: owner) }
    }
    guard let blank, case .filling(let again) = making else { return problemsOfNames }
    let computed = fields.filter { $0.offset == nil }
    if !computed.isEmpty { return computed.map { .computed(field: $0.name, type: typeName) } }
    let other = again()
    let changing = fields.filter { field in
      withPlace(of: other) { other in
        field.read(ValuePlace(blank), other) { (try? field.shape.areSame($0, $1)) != true }
      }
    }
    if !changing.isEmpty {
      return changing.map { .notTheSameTwice(field: $0.name, type: typeName) }
    }
    return problems(shownBy: blank.pointee)
  }

  /// The name of a field, behind that of the case that carries it.
  private func placed(_ name: String) -> String { caseName.map { "\($0).\(name)" } ?? name }

  private var problemsOfNames: [DescriptionError.Problem] {
    let type = typeName
    var (names, paths): (Set<PlainValue>, Set<AnyKeyPath>) = ([], [])
    var problems: [DescriptionError.Problem] = []
    if case .assembling = making {
      problems += transientNames.map { .transientMadeAnew(property: $0, type: type) }
    }
    for name in fields.flatMap(\.names.all) + removedNames
    where !names.insert(.text(name)).inserted {
      problems.append(.twice(name: placed(name), type: owner))
    }
    // Paths to what has no size are the same where two of them begin at one place.
    for field in fields where field.size > 0 {
      guard let path = field.path, !paths.insert(path).inserted else { continue }
      problems.append(.describedTwice(property: property(of: field) ?? field.name, type: type))
    }
    return problems.isEmpty ? problemsOfPlaces : problems
  }

  /// Whether a value comes back as it was written, from its plain form and from JSON.
  private func problemsOfReading(_ value: Value) -> [DescriptionError.Problem] {
    do throws(PatchError) {
      var json = JSONWriter()
      try withPlace(of: value) { value throws(PatchError) in try write(value, to: &json) }
      let back = try JSONReader.reading(json.bytes) { reader throws(PatchError) in try read(&reader) }
      for other in [try make(from: try plain(of: value)), back] {
        let field = try withPlace(of: value) { value throws(PatchError) in
          try withPlace(of: other) { other throws(PatchError) in
            try firstDifference(from: value, to: other)
          }
        }
        guard let field else { continue }
        return [.notReadable(field: field.name, type: typeName, reason: "it comes back as another value")]
      }
      return []
    } catch {
      let field = error.path.first.map(\.description) ?? ""
      return [.notReadable(field: field, type: typeName, reason: "\(error.reason)")]
    }
  }

  /// The name of the property that a field's key path leads to, where it tells.
  private func property(of field: RecordField) -> String? {
    guard let text = field.path?.debugDescription, text.hasPrefix("\\"),
      let name = text.split(separator: ".").last
    else { return nil }
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? String(name) : nil
  }

  /// The name of a lazy property, which is stored under a longer one.
  private func unlazy(_ property: String) -> String {
    let prefix = "$__lazy_storage_$_"
    return property.hasPrefix(prefix) ? String(property.dropFirst(prefix.count)) : property
  }

  /// The property that a stored one is behind: `title` of its wrapper `_title`.
  private func wrapped(_ property: String) -> String? {
    property.hasPrefix("_") ? String(property.dropFirst()) : nil
  }
}

extension RecordShape {
  /// Sees to it that an initialiser makes the record again that its fields come from: what it makes of them is the app's,
  /// and a slip there would show when it is too late.
  func checkInitializer(_ value: ValuePlace) throws(PatchError) {
    if isChangedInPlace { return }
    // There is no value to begin with that would show it earlier.
    if !isShown.withLock({ $0 }) {
      if let problem = problemsOfTelling(value.pointer(to: Value.self).pointee).first {
        throw PatchError(.unwritable(reason: "\(problem)"))
      }
      isShown.withLock { $0 = true }
    }
    let again = try assembled(fields.map { $0.access.box(of: value) })
    let field = try withPlace(of: again) { again throws(PatchError) in
      try firstDifference(from: value, to: again)
    }
    guard let field else { return }
    let reason = "the initialiser of \(typeName) makes another value of '\(field.name)' than it is given"
    throw PatchError(.unwritable(reason: reason)).inside(.field(field.name))
  }
}

extension DescribedValue {
  /// The problems of the descriptions of this type and of all types that may be in it; nil when there are none.
  ///
  /// - Complexity: O(1) after the first time.
  @usableFromInline
  package static var descriptionError: DescriptionError? {
    let problems = _shape.reachable.flatMap(\.problems)
    return problems.isEmpty ? nil : DescriptionError(problems: problems)
  }
}

extension DescribedValue {
  /// The problems of the description of this value's own type, as far as the value shows them.
  package var descriptionProblems: [DescriptionError.Problem] {
    withPlace(of: self) { Self._shape.problems(with: $0) }
  }

  /// Sixteen digits that change when the description of this type, or of one that may be in it, does.
  package static var descriptionFingerprint: String { _shape.fingerprint }

  /// Whether anything in it is written by its `Codable` as a whole.
  package static var hasLeaves: Bool { _shape.hasLeaves }
}
