/// The ways between a value and what stands for it, compiled where their types are known: a caller that does not know them
/// would have to ask for the type of an optional each time.
@usableFromInline
struct RawWalks<Value: RawRepresentable> {
  /// Calls `body` with what stands for a value.
  @usableFromInline let withRaw:
    (_ value: ValuePlace, _ body: (ValuePlace) throws(PatchError) -> Void)
      throws(PatchError) -> Void
  /// Whether what stands for a value makes the same value again, byte for byte.
  @usableFromInline let comesBack: (_ value: ValuePlace, _ raw: ValuePlace) -> Bool
  /// Puts what something stands for in the place of a value; false, and that stays, where it stands for none.
  @usableFromInline let put: (_ raw: ValuePlace, _ value: MutableValuePlace) -> Bool

  @inlinable
  init() {
    withRaw = { value, body throws(PatchError) in
      let raw = value.pointer(to: Value.self).pointee.rawValue
      try withPlace(of: raw) { raw throws(PatchError) in try body(raw) }
    }
    comesBack = { value, raw in
      guard let back = Value(rawValue: raw.pointer(to: Value.RawValue.self).pointee) else {
        return false
      }
      return withPlace(of: back) { areSameBytes(value, $0, MemoryLayout<Value>.size) }
    }
    put = { raw, value in
      guard let made = Value(rawValue: raw.pointer(to: Value.RawValue.self).pointee) else {
        return false
      }
      value.pointer(to: Value.self).pointee = made
      return true
    }
  }
}
