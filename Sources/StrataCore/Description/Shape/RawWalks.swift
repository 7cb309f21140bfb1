/// The ways between a value and what stands for it, compiled where their types are known: whoever does not know them would have
/// to ask for the type of an optional each time.
@usableFromInline
struct RawWalks<Value: RawRepresentable> {
  /// Calls `body` with what stands for a value.
  let withRaw: (_ value: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void
  /// Whether what stands for a value makes the same value again, byte for byte.
  let comesBack: (_ value: UnsafeRawPointer, _ raw: UnsafeRawPointer) -> Bool
  /// Puts what something stands for in the place of a value; false, and that stays, where it stands for none.
  let put: (_ raw: UnsafeRawPointer, _ value: UnsafeMutableRawPointer) -> Bool

  @inlinable
  init() {
    self.init(
      withRaw: { value, body in
        withUnsafePointer(to: value.assumingMemoryBound(to: Value.self).pointee.rawValue) { body($0) }
      },
      comesBack: { value, raw in
        guard let back = Value(rawValue: raw.assumingMemoryBound(to: Value.RawValue.self).pointee) else {
          return false
        }
        return withUnsafePointer(to: back) { areSameBytes(value, $0, MemoryLayout<Value>.size) }
      },
      put: { raw, value in
        guard let made = Value(rawValue: raw.assumingMemoryBound(to: Value.RawValue.self).pointee) else {
          return false
        }
        value.assumingMemoryBound(to: Value.self).pointee = made
        return true
      }
    )
  }

  @usableFromInline
  init(
    withRaw: @escaping (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void,
    comesBack: @escaping (UnsafeRawPointer, UnsafeRawPointer) -> Bool,
    put: @escaping (UnsafeRawPointer, UnsafeMutableRawPointer) -> Bool
  ) {
    self.withRaw = withRaw
    self.comesBack = comesBack
    self.put = put
  }
}
