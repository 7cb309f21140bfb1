/// A field on the way from a record to what is in it.
struct FieldStep: Sendable {
  typealias Missing = @Sendable () -> PlainValue

  let names: DescribedName
  private let whereMissing: Missing

  /// - Parameter whereMissing: Returns the field's value where the field is missing; null where it is none then, or where
  ///   nothing gives it a value. It is called only where the field is missing, since the value that a record begins with
  ///   may be large.
  init(names: DescribedName, whereMissing: @escaping Missing) {
    (self.names, self.whereMissing) = (names, whereMissing)
  }

  /// The value of the field where it is missing.
  var missing: PlainValue { whereMissing() }

  /// The value of the field, read from a patch that may be from a time when the field could be none.
  func present(_ plain: PlainValue) -> PlainValue { plain == .null ? missing : plain }
}
