// A setter, an observer or an initialiser may make something else of a field than was written, as one that came with a new
// version of the app. Then the record is not made: what was written would be lost without a word.

extension RecordShape {
  /// Lets `body` change fields apart from the record, and puts them in it.
  ///
  /// - Parameter isKnown: Whether this process has made the record that it leads to before, and has seen then that it comes
  ///   back as it is written.
  /// - Throws: `PatchError.Reason.refused` where the record makes something else of one of them, or of another field, and
  ///   `PatchError.Reason.unwritable` where it would when it is read again.
  func bringBackFields(
    of value: UnsafeMutableRawPointer,
    known isKnown: Bool = false,
    _ body: (FieldChange) throws(PatchError) -> Void
  ) throws(PatchError) {
    // Fields that stay need no box: each would take as long as a change.
    var boxes = [FieldBox?](repeating: nil, count: fields.count)
    try body { index, change throws(PatchError) in
      let field = fields[index]
      let box = boxes[index] ?? field.access.box(of: value)
      boxes[index] = box
      try field.inside { () throws(PatchError) in try box.withPlace(change) }
    }
    let record = value.assumingMemoryBound(to: Value.self)
    let before = record.pointee
    try withUnsafePointer(to: before) { before throws(PatchError) in
      func all() -> [FieldBox] { zip(fields, boxes).map { $1 ?? $0.access.box(of: before) } }
      guard case .filling = making else {
        let all = all()
        record.pointee = try assembled(all)
        return try check(value, keeps: all)
      }
      for (field, box) in zip(fields, boxes) {
        if let box { field.access.set(box, value) }
      }
      if try hasKept(boxes, in: value, and: before) { return isKnown ? () : try checkFilling(value) }
      // A setter may do something besides that depends on what was there before: on reading, that is the value to begin with.
      let written = zip(fields, all()).map { field, box in
        box.withPlace { field.shape.isAbsent($0) } ? nil : box
      }
      record.pointee = try made(of: written, asWritten: true)
    }
  }

  /// Whether a record has the fields that it was given, and has the others still.
  private func hasKept(
    _ boxes: [FieldBox?],
    in value: UnsafeRawPointer,
    and before: UnsafeRawPointer
  ) throws(PatchError) -> Bool {
    for (field, box) in zip(fields, boxes) {
      let isSame =
        if let box { try field.isSame(as: box, in: value) } else { try field.areSame(before, value) }
      if !isSame { return false }
    }
    return true
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
