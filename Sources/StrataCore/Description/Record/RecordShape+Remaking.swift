// An initialiser may make something else of a field than was written, such as one that came with a new version of the app. Then
// the record is not made: the written value would be lost without a word.

extension RecordShape {
  /// Lets `body` change fields apart from a record that is made by an initialiser, and makes the record anew.
  ///
  /// - Throws: `PatchError.Reason.refused` where the initialiser makes something else of a field.
  func remake(
    _ value: UnsafeMutableRawPointer,
    _ body: (FieldChange) throws(PatchError) -> Void
  ) throws(PatchError) {
    let boxes = fields.map { $0.access.box(of: value) }
    try body { index, change throws(PatchError) in
      try fields[index].inside { () throws(PatchError) in try boxes[index].withPlace(change) }
    }
    value.assumingMemoryBound(to: Value.self).pointee = try assembled(boxes)
    try check(value, keeps: boxes)
  }

  /// Sees to it that a record has the fields that it was given.
  func check(_ value: UnsafeRawPointer, keeps boxes: [FieldBox?]) throws(PatchError) {
    for (field, box) in zip(fields, boxes) {
      guard let box, try !field.isSame(as: box, in: value) else { continue }
      let reason = "it makes another value of it than was written"
      throw PatchError(.refused(type: "\(Value.self)", reason: reason)).inside(.field(field.name))
    }
  }
}
