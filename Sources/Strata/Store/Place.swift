/// Where a part of a state is to be found, given the state's address.
struct Place<Part: Sendable>: Sendable {
  let get: @Sendable (UnsafeRawPointer) -> Part
  let set: @Sendable (UnsafeMutableRawPointer, Part) -> Void
}

extension Place {
  /// The place that a key path leads to.
  init<State>(_ path: WritableKeyPath<State, Part> & Sendable) {
    // A part that is stored in the state lies at an offset, and walking the key path to it takes fifty times as
    // long as adding that; other parts are computed, and only the key path knows how.
    if let offset = MemoryLayout<State>.offset(of: path) {
      get = { ($0 + offset).assumingMemoryBound(to: Part.self).pointee }
      set = { ($0 + offset).assumingMemoryBound(to: Part.self).pointee = $1 }
    } else {
      get = { $0.assumingMemoryBound(to: State.self).pointee[keyPath: path] }
      set = { $0.assumingMemoryBound(to: State.self).pointee[keyPath: path] = $1 }
    }
  }
}

extension Place<Void> {
  /// No place: nothing is there, and nothing can be put there.
  static let none = Place(get: { _ in }, set: { _, _ in })
}

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
