/// The parts of a field that reading needs, and no more: a table of these is walked without counting references.
///
/// The name and the shape that it refers to are kept for as long as the process runs, as every shape is.
struct FieldReading {
  /// The name as it stands in JSON, with its colon.
  let quotedName: Bytes
  /// The offset of the field's bytes in the record; nil for a field that is computed or observed.
  let offset: Int?
  private let form: ScalarForm?
  private let optionalForm: ScalarForm?
  private let shape: Unmanaged<AnyValueShape>

  init(of name: Bytes, at offset: Int?, _ shape: AnyValueShape) {
    (quotedName, self.offset) = (name, offset)
    (form, optionalForm) = (shape.form, shape.optionalForm)
    self.shape = Unmanaged.passRetained(shape)
  }

  /// Reads the field's value, and puts it in the place of the one that is there.
  ///
  /// - Parameter value: The place of the field, not of the record.
  @inline(__always)
  func read(_ json: inout JSONReader, to value: MutableValuePlace) throws(PatchError) {
    if let form {
      try form.read(&json, to: value)
    } else if let optionalForm {
      try optionalForm.readOptional(&json, to: value)
    } else {
      try shape.takeUnretainedValue().read(&json, to: value)
    }
  }
}
