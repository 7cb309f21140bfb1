/// Where a part of a state is to be found, given the state's address.
struct PartPlace<Part: Sendable>: Sendable {
  let get: @Sendable (UnsafeRawPointer) -> Part
  let set: @Sendable (UnsafeMutableRawPointer, Part) -> Void
}

extension PartPlace {
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

extension PartPlace<Void> {
  /// No place: nothing is there, and nothing can be put there.
  static let none = PartPlace(get: { _ in }, set: { _, _ in })
}
