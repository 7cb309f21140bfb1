extension RecordShape {
  /// The meaning of a name in a file or a patch; nil for a name that the description does not know.
  enum Known {
    case field(Int)
    case removed
  }

  func known(_ name: String) -> Known? {
    // Most names in patches are the fields' own.
    for index in 0..<fields.count where fields[index].names.now.isCopy(of: name) { return .field(index) }
    if let index = fields.firstIndex(where: { $0.names.isCalled(name) }) { return .field(index) }
    return removedNames.contains { $0.isWritten(as: name) } ? .removed : nil
  }

  func unknown(_ name: String) -> PatchError { PatchError(.noField(name, type: typeName)) }
}

// MARK: - From a plain value

extension RecordShape {
  func made(from plain: PlainValue) throws(PatchError) -> Value {
    guard case .record(let record) = plain else {
      throw PatchError(.unmakeable(type: typeName, reason: plain.misfitting(Value.self)))
    }
    var values = [PlainValue?](repeating: nil, count: fields.count)
    for member in record.members {
      guard let known = known(member.name) else { throw unknown(member.name) }
      guard case .field(let index) = known else { continue }
      guard values[index] == nil else { throw PatchError(.alreadyThere).inside(.field(member.name)) }
      values[index] = member.value
    }
    guard var value = beginning else {
      var boxes: [FieldBox?] = []
      for (field, plain) in zip(fields, values) {
        boxes.append(
          try field.inside { () throws(PatchError) in
            try plain.map { plain throws(PatchError) in try field.shape.box(from: plain) }
          }
        )
      }
      return try made(of: boxes, asWritten: true)
    }
    try withPlace(of: &value) { value throws(PatchError) in
      for (field, plain) in zip(fields, values) {
        guard let plain else { continue }
        try field.inside { () throws(PatchError) in
          try field.change(value) { place throws(PatchError) in
            try field.shape.decode(plain, to: place, .known)
          }
        }
      }
      for index in fieldsWithFallback where values[index] == nil { fields[index].setFallback(value) }
    }
    return value
  }

  /// Makes a value of its fields, as they were read apart from it.
  ///
  /// - Parameter isAsWritten: Whether it is to have them as they were written.
  func made(of boxes: [FieldBox?], asWritten isAsWritten: Bool) throws(PatchError) -> Value {
    let value = try assembled(boxes)
    if isAsWritten, !isChangedInPlace {
      try withPlace(of: value) { value throws(PatchError) in try check(value, keeps: boxes) }
    }
    return value
  }

  /// Makes a value by its initialiser.
  func assembled(_ boxes: [FieldBox?]) throws(PatchError) -> Value {
    guard case .assembling(let make) = making else {
      preconditionFailure("Boxes are made for an initialiser")
    }
    var whole: [FieldBox] = []
    whole.reserveCapacity(fields.count)
    for (field, box) in zip(fields, boxes) {
      guard let box = box ?? field.fallback else {
        throw PatchError(.unmakeable(type: typeName, reason: "there is no '\(field.name)'"))
      }
      whole.append(box)
    }
    do {
      return try make(whole)
    } catch {
      throw PatchError(.refused(type: typeName, reason: "\(error)"))
    }
  }
}

// MARK: - From JSON

extension RecordShape {
  /// Makes a value of the record that comes next.
  ///
  /// The fields are mostly written in their order, so each is looked for where the last one was found.
  func made(reading json: inout JSONReader) throws(PatchError) -> Value {
    guard var value = beginning else { return try apart(reading: &json) }
    try withPlace(of: &value) { value throws(PatchError) in try fill(value, reading: &json) }
    return value
  }

  /// Makes a value from the next record of the JSON, in an empty place.
  ///
  /// When a million values are read, copying each one to its place would take a tenth of the time, and moving it there
  /// another tenth (`StorageSpeed`, `decode`).
  func make(reading json: inout JSONReader, at place: UnsafeMutablePointer<Value>) throws(PatchError) {
    guard let blank else { return place.initialize(to: try apart(reading: &json)) }
    if derivedStorage == nil {
      place.initialize(from: blank, count: 1)
    } else {
      place.initialize(to: beginning ?? blank.pointee)
    }
    do throws(PatchError) {
      try fill(MutableValuePlace(place), reading: &json)
    } catch {
      place.deinitialize(count: 1)
      throw error
    }
  }

  private func apart(reading json: inout JSONReader) throws(PatchError) -> Value {
    var boxes = [FieldBox?](repeating: nil, count: fields.count)
    _ = try members(&json) { index, json throws(PatchError) in
      boxes[index] = try fields[index].shape.box(from: &json)
    }
    return try made(of: boxes, asWritten: json.isAsSaved)
  }

  /// Puts what comes next in the fields of a value to begin with.
  private func fill(_ value: MutableValuePlace, reading json: inout JSONReader) throws(PatchError) {
    let found = try members(&json) { index, json throws(PatchError) in
      let field = readings[index]
      if let offset = field.offset { return try field.read(&json, to: value + offset) }
      try fields[index].access.change(value) { place throws(PatchError) in
        try field.read(&json, to: place)
      }
    }
    for index in fieldsWithFallback where !found.contains(index) { fields[index].setFallback(value) }
  }

  /// Reads a record, and calls `take` for each of its members that is a field, in the order in which they stand.
  @inline(__always)
  private func members(
    _ json: inout JSONReader,
    _ take: (Int, inout JSONReader) throws(PatchError) -> Void
  ) throws(PatchError) -> FieldSet {
    try json.enter(.record)
    var found = FieldSet()
    var (cursor, isFirst) = (0, true)
    while try json.next(in: .record, isFirst: &isFirst) {
      json.skipSpace()
      let start = json.position
      guard let index = try field(&json, from: cursor, found) else { continue }
      cursor = index + 1
      found.insert(index)
      do throws(PatchError) {
        try take(index, &json)
      } catch {
        json.note(misfit: start)
        throw error.inside(.field(fields[index].name))
      }
    }
    return found
  }

  /// Reads a name, and finds its field; nil for one that was removed, whose value is skipped.
  @inline(__always)
  private func field(
    _ json: inout JSONReader,
    from cursor: Int,
    _ found: FieldSet
  ) throws(PatchError) -> Int? {
    // A few that are none stand between, which records leave out.
    let start = json.position
    for index in cursor..<min(cursor + 8, readings.count) where json.skipName(readings[index].quotedName) {
      if found.contains(index) { throw json.error(.duplicate(name: fields[index].name), at: start) }
      return index
    }
    return try strayField(&json, found)
  }

  @inline(never)
  private func strayField(_ json: inout JSONReader, _ found: FieldSet) throws(PatchError) -> Int? {
    let start = json.position
    let name = json.string(try json.name())
    switch known(name) {
    case .field(let index)?:
      if found.contains(index) { throw json.error(.duplicate(name: name), at: start) }
      return index
    case .removed?:
      try json.skip()
      return nil
    case nil:
      json.note(misfit: start)
      throw unknown(name)
    }
  }
}
