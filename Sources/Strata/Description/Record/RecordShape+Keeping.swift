// A setter, an observer or an initialiser may make something else of a field than was written, as one that came with a new
// version of the app. Then the record is not made: what was written would be lost without a word.

extension RecordShape {
  /// Lets `body` change fields apart from the record, and puts them in it.
  ///
  /// - Throws: `PatchError.Reason.refused` where the record makes something else of one of them, or of another field, and
  ///   `PatchError.Reason.unwritable` where it would when it is read again.
  func bringBackFields(
    of value: UnsafeMutableRawPointer,
    _ body: (FieldChange) throws(PatchError) -> Void
  ) throws(PatchError) {
    let boxes = fields.map { $0.access.box(of: value) }
    var changed: [Int] = []
    try body { index, change throws(PatchError) in
      try fields[index].inside { () throws(PatchError) in try boxes[index].withPlace(change) }
      changed.append(index)
    }
    guard case .filling = making else {
      value.assumingMemoryBound(to: Value.self).pointee = try assembled(boxes)
      return try check(value, keeps: boxes)
    }
    for index in changed { fields[index].access.set(boxes[index], value) }
    if try firstOther(in: value, than: boxes) == nil { return try checkFilling(value) }
    // A setter may do something besides that depends on what was there before: on reading, that is the value to begin with.
    let written = zip(fields, boxes).map { field, box in
      box.withPlace { field.shape.isAbsent($0) } ? nil : box
    }
    value.assumingMemoryBound(to: Value.self).pointee = try made(of: written, asWritten: true)
  }

  /// Sees to it that a record has the fields that it was given.
  func check(_ value: UnsafeRawPointer, keeps boxes: [FieldBox?]) throws(PatchError) {
    guard let field = try firstOther(in: value, than: boxes) else { return }
    let reason = "it makes another value of it than was written"
    throw PatchError(.refused(type: "\(Value.self)", reason: reason)).inside(.field(field.name))
  }

  /// The first field of a record that is another value than it was given.
  private func firstOther(
    in value: UnsafeRawPointer,
    than boxes: [FieldBox?]
  ) throws(PatchError) -> RecordField? {
    for (field, box) in zip(fields, boxes) {
      guard let box else { continue }
      if try !field.isSame(as: box, in: value) { return field }
    }
    return nil
  }
}
