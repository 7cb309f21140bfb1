extension RecordShape {
  /// Changes one field, given by its index, at its place.
  typealias FieldChange = (Int, (UnsafeMutableRawPointer) throws(PatchError) -> Void) throws(PatchError) ->
    Void

  /// Lets `body` change fields where they lie; or, where the record is made by its initialiser, apart from it, and makes
  /// it anew when all of them are changed: an initialiser may refuse what lies between.
  func changeFields(
    of value: UnsafeMutableRawPointer,
    _ body: (FieldChange) throws(PatchError) -> Void
  ) throws(PatchError) {
    switch making {
    case .filling:
      try body { index, change throws(PatchError) in
        try fields[index].inside { () throws(PatchError) in try fields[index].change(value, change) }
      }
    case .assembling:
      let boxes = fields.map { $0.access.box(of: value) }
      try body { index, change throws(PatchError) in
        try fields[index].inside { () throws(PatchError) in try boxes[index].withPlace(change) }
      }
      value.assumingMemoryBound(to: Value.self).pointee = try assembled(boxes)
    }
  }
}
