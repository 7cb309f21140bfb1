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
    switch making {
    case .filling: for index in changed { fields[index].access.set(boxes[index], value) }
    case .assembling: value.assumingMemoryBound(to: Value.self).pointee = try assembled(boxes)
    }
    try check(value, keeps: boxes)
    try checkFilling(value)
  }

  /// Sees to it that a record has the fields that it was given.
  func check(_ value: UnsafeRawPointer, keeps boxes: [FieldBox?]) throws(PatchError) {
    for (field, box) in zip(fields, boxes) {
      guard let box else { continue }
      let isKept = try box.withPlace { given throws(PatchError) in
        try field.read(value) { found throws(PatchError) in try field.shape.areSame(given, found) }
      }
      if isKept { continue }
      let reason = "it makes another value of it than was written"
      throw PatchError(.refused(type: "\(Value.self)", reason: reason)).inside(.field(field.name))
    }
  }
}
