/// Where one part of a state is to be found, given the state's address.
@usableFromInline
struct PartPlace<State, Part: Sendable>: Sendable {
  @usableFromInline let path: WritableKeyPath<State, Part> & Sendable
  // A part that is stored in the state lies at an offset, and walking the key path to it takes fifty times as long as
  // adding that; other parts are computed, and only the key path knows how.
  @usableFromInline let offset: Int?

  @inlinable
  init(_ path: WritableKeyPath<State, Part> & Sendable) {
    self.path = path
    offset = MemoryLayout<State>.offset(of: path)
  }

  @usableFromInline var isStored: Bool { offset != nil }

  @inlinable @inline(__always)
  func get(_ state: UnsafeRawPointer) -> Part {
    if let offset { return (state + offset).assumingMemoryBound(to: Part.self).pointee }
    return state.assumingMemoryBound(to: State.self).pointee[keyPath: path]
  }

  @inlinable @inline(__always)
  func exchange(_ state: UnsafeMutableRawPointer, for part: Part) -> Part {
    guard let offset else {
      let old = get(state)
      state.assumingMemoryBound(to: State.self).pointee[keyPath: path] = part
      return old
    }
    let place = (state + offset).assumingMemoryBound(to: Part.self)
    let old = place.move()
    place.initialize(to: part)
    return old
  }

  /// Runs `body` with the part in two states.
  @inlinable
  func withBoth(
    _ left: UnsafeRawPointer,
    _ right: UnsafeRawPointer,
    _ body: (UnsafeRawPointer, UnsafeRawPointer) -> Void
  ) {
    _ = compare(left, right) {
      body($0, $1)
      return true
    }
  }

  /// Runs `body` with the part in two states, where it lies if it is stored there.
  @inlinable @inline(__always)
  func compare(
    _ left: UnsafeRawPointer,
    _ right: UnsafeRawPointer,
    _ areSame: (UnsafePointer<Part>, UnsafePointer<Part>) -> Bool
  ) -> Bool {
    if let offset {
      return areSame(
        (left + offset).assumingMemoryBound(to: Part.self),
        (right + offset).assumingMemoryBound(to: Part.self)
      )
    }
    return withUnsafePointer(to: get(left)) { left in
      withUnsafePointer(to: get(right)) { areSame(left, $0) }
    }
  }
}

extension PartPlace: StatePlace where Part: Equatable {
  @usableFromInline var paths: [AnyKeyPath & Sendable] { [path] }

  // Where `==` cannot tell a value from itself, it is asked first, as it was compiled: what is not equal is not written
  // the same. Walking through a description takes several times as long.
  @inlinable var sameness: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
    guard let shape = AnyValueShape.ofDescribed(Part.self) else {
      return { compare($0, $1) { $0.pointee == $1.pointee } }
    }
    if shape.isReflexive {
      return { compare($0, $1) { $0.pointee == $1.pointee && shape.isSame($0, $1) } }
    }
    return { compare($0, $1) { shape.isSame($0, $1) } }
  }

  @usableFromInline
  func description<Beside: BesidePart>(beside: Beside.Type) -> PartDescription? {
    .of(Part.self, beside: Beside.self)
  }
}
