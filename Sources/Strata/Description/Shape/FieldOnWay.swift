/// A field on the way from a record to what is in it.
struct FieldOnWay: Sendable {
  let names: ToldName
  /// What the field is where it is missing; null where it is none then, or nothing says so.
  let missing: PlainValue

  /// What a patch has of the field, which may be from when it could be none.
  func present(_ plain: PlainValue) -> PlainValue { plain == .null ? missing : plain }
}
