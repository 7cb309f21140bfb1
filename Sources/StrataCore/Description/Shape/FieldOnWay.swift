/// A field on the way from a record to what is in it.
struct FieldOnWay: Sendable {
  typealias Missing = @Sendable () -> PlainValue

  let names: ToldName
  private let whereMissing: Missing

  /// - Parameter whereMissing: What the field is where it is missing; null where it is none then, or nothing says so. Asked for
  ///   only where it is missing, for what a record begins with may be large.
  init(names: ToldName, whereMissing: @escaping Missing) {
    (self.names, self.whereMissing) = (names, whereMissing)
  }

  /// What the field is where it is missing.
  var missing: PlainValue { whereMissing() }

  /// What a patch has of the field, which may be from when it could be none.
  func present(_ plain: PlainValue) -> PlainValue { plain == .null ? missing : plain }
}
