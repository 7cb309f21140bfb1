/// Tells whether a part is the same in two states, given their addresses, and copies neither: for one that is described,
/// whether it is written the same, for others by `==`.
///
/// It is compiled where the store is made and the part's type is known: in code that does not know it, comparing two
/// versions of a map takes eight times as long (`StoreSpeed`, `send`).
@usableFromInline
struct Comparison: Sendable {
  @usableFromInline let isSame: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  @inlinable
  init<State, Part: Equatable & Sendable>(of path: WritableKeyPath<State, Part> & Sendable) {
    if let shape = AnyValueShape.ofDescribed(Part.self) {
      self.init(at: path) { shape.isSame($0, $1) }
    } else {
      self.init(at: path) {
        $0.assumingMemoryBound(to: Part.self).pointee == $1.assumingMemoryBound(to: Part.self).pointee
      }
    }
  }

  @inlinable
  init<State, Part>(
    at path: WritableKeyPath<State, Part> & Sendable,
    _ areSame: @escaping @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  ) {
    if let offset = MemoryLayout<State>.offset(of: path) {
      isSame = { areSame($0 + offset, $1 + offset) }
    } else {
      isSame = { left, right in
        withUnsafePointer(to: left.assumingMemoryBound(to: State.self).pointee[keyPath: path]) { left in
          withUnsafePointer(to: right.assumingMemoryBound(to: State.self).pointee[keyPath: path]) {
            areSame(left, $0)
          }
        }
      }
    }
  }
}
