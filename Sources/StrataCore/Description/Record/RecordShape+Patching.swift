extension RecordShape {
  /// The difference between two records, field by field; nil when they are the same.
  func differences(
    from old: ValuePlace,
    to new: ValuePlace,
    knowing known: KnownDifferences?
  ) throws(PatchError) -> Patch.Node? {
    try Nesting.enter()
    defer { Nesting.leave() }
    var changed: [Patch.Node.Field] = []
    for field in fields {
      if let offset = field.offset, areSameBytes(old + offset, new + offset, field.size) { continue }
      let node = try field.inside { () throws(PatchError) in
        try field.read(old, new) { old, new throws(PatchError) in
          guard let known = known?.inside(field.name), !known.isEmpty else {
            return try field.shape.difference(from: old, to: new)
          }
          return try field.shape.difference(from: old, to: new, knowing: known)
        }
      }
      if let node { changed.append(Patch.Node.Field(name: field.name, node: node)) }
    }
    if changed.isEmpty { return nil }
    try checkInitializer(new)
    return .fields(changed)
  }

  /// The index of the field of a name; nil for one that was removed.
  func index(of name: String) throws(PatchError) -> Int? {
    switch known(name) {
    case .field(let index)?: return index
    case .removed?: return nil
    case nil: throw unknown(name)
    }
  }

  /// Changes one field, given by its index, at its place.
  typealias FieldChange = (Int, (MutableValuePlace) throws(PatchError) -> Void) throws(PatchError) ->
    Void

  /// Lets `body` change fields where they lie; or, where the record is made by its initialiser, apart from it, and makes
  /// it anew when all of them are changed: an initialiser may refuse what lies between.
  ///
  /// It is inlined with its body: of applying patches and going to old moments, most of the time goes here.
  ///
  /// - Parameter isAsWritten: Whether the record is to have the fields as they are written. An initialiser may make something
  ///   else of a field than was written, such as one that came with a new version of the app. Then the record is not made:
  ///   the written value would be lost without a word.
  @inline(__always)
  func changeFields(
    of value: MutableValuePlace,
    asWritten isAsWritten: Bool = true,
    _ body: (FieldChange) throws(PatchError) -> Void
  ) throws(PatchError) {
    if isChangedInPlace {
      return try body { index, change throws(PatchError) in
        let field = fields[index]
        do throws(PatchError) {
          if let offset = field.offset { return try change(value + offset) }
          try field.access.change(value, change)
        } catch {
          throw error.inside(.field(field.name))
        }
      }
    }
    let boxes = fields.map { $0.access.box(of: value.reading) }
    try body { index, change throws(PatchError) in
      try fields[index].inside { () throws(PatchError) in try boxes[index].withPlace(change) }
    }
    value.pointer(to: Value.self).pointee = try assembled(boxes)
    if isAsWritten { try check(value.reading, keeps: boxes) }
  }

  /// Sees to it that a record has the fields that it was given.
  ///
  /// - Throws: `PatchError.Reason.refused` where the initialiser makes something else of a field.
  func check(_ value: ValuePlace, keeps boxes: [FieldBox?]) throws(PatchError) {
    for (field, box) in zip(fields, boxes) {
      guard let box, try !field.isSame(as: box, in: value) else { continue }
      let reason = "it makes another value of it than was written"
      throw PatchError(.refused(type: typeName, reason: reason)).inside(.field(field.name))
    }
  }

  /// Changes a field where it lies.
  func apply(
    _ node: Patch.Node,
    toField index: Int,
    at part: MutableValuePlace,
    _ taking: PatchTaking
  ) throws(PatchError) {
    let field = fields[index]
    try field.shape.apply(node, toPart: part, taking) { () throws(PatchError) in try plainWhereMissing(field)
    }
  }

  /// The value of a missing field, without its type; nil where a record must have the field.
  func plainWhereMissing(_ field: RecordField) throws(PatchError) -> PlainValue? {
    if let fallback = field.fallback {
      return try fallback.withPlace { value throws(PatchError) in try field.shape.plain(value.reading) }
    }
    guard let blank else { return nil }
    return try field.read(ValuePlace(blank)) { value throws(PatchError) in try field.shape.plain(value) }
  }
}
