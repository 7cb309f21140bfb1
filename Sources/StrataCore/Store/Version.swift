/// One version of a state, on the heap, whatever the state's type.
///
/// The store, its transitions and its readers pass a version on without copying it, however large the struct is,
/// and without knowing its type. In generic code, every type made of the state's type costs a search for its metadata, which
/// takes longer than the rest of a send.
@usableFromInline
struct AnyVersion: @unchecked Sendable {
  // Unchecked for the address, which is that of a `Sendable` state inside `owner`: it is written by the writer
  // that makes the version, before another thread has it.
  @usableFromInline private(set) var owner: VersionStorage
  @usableFromInline let address: MutableValuePlace

  @inlinable
  init(owner: VersionStorage, address: MutableValuePlace) {
    (self.owner, self.address) = (owner, address)
  }

  /// Runs `body` with the place of the state; all versions of one store are of the store's type.
  @inlinable @inline(__always)
  func withAddress<Result>(_ body: (ValuePlace) throws -> Result) rethrows -> Result {
    // As `withExtendedLifetime`, which is a call of thirty instructions here.
    defer { _fixLifetime(owner) }
    return try body(address.reading)
  }

  /// Whether this is the only one that holds the state, so that it may be changed where it lies.
  mutating func isHeldAlone() -> Bool { isKnownUniquelyReferenced(&owner) }

  /// Runs `body` with the state where it lies; all versions of one store are of the store's type.
  @inlinable @inline(__always)
  func withState<State, Result>(
    _: State.Type,
    _ body: (UnsafePointer<State>) throws -> Result
  ) rethrows -> Result {
    try withAddress { try body($0.pointer(to: State.self)) }
  }

  /// The state as a value of its own.
  @inlinable
  func state<State>(as type: State.Type) -> State {
    withState(type) { $0.pointee }
  }
}

/// The storage of a version: the state, at an address that stays, and what destroys it.
///
/// It does not know the state's type, because generic code would look up the metadata again to destroy the state. And it is
/// no `AnyObject`: `isKnownUniquelyReferenced` would retain such a reference first, and so always find two.
@usableFromInline
final class VersionStorage {
  /// The state lies in units, which are aligned to as much as any type is.
  @usableFromInline typealias Unit = SIMD2<UInt64>
  /// In front of them stands what destroys the state, compiled where its type is known.
  @usableFromInline typealias Destroying = @Sendable (MutableValuePlace) -> Void
  @usableFromInline typealias Place = ManagedBufferPointer<Destroying, Unit>

  @usableFromInline
  deinit {
    Place(unsafeBufferObject: self).withUnsafeMutablePointers { destroy, units in
      destroy.pointee(MutableValuePlace(untyped: units))
      destroy.deinitialize(count: 1)
    }
  }

  @inlinable
  static func holding<State>(_ state: State) -> AnyVersion {
    let unit = MemoryLayout<Unit>.size
    let place = Place(
      bufferClass: VersionStorage.self,
      minimumCapacity: (MemoryLayout<State>.size + unit - 1) / unit
    ) { _, _ in { $0.pointer(to: State.self).deinitialize(count: 1) } }
    let address = place.withUnsafeMutablePointerToElements { MutableValuePlace(untyped: $0) }
    address.initialize(to: state)
    // The buffer is of the class that it was made with.
    return AnyVersion(owner: unsafeDowncast(place.buffer, to: VersionStorage.self), address: address)
  }
}

/// How versions of a state are made, compiled where the store is made and the state's type is known.
@usableFromInline
package struct VersionMaking<State: Reducible>: Sendable {
  let version: @Sendable (State) -> AnyVersion
  /// Returns a copy, to be changed before another thread has it.
  let copy: @Sendable (AnyVersion) -> AnyVersion
  /// Returns how an action is to be recorded.
  let recording: @Sendable (AnyVersion, State.Action) -> Recording
  /// Changes a version that nothing else has by an action. When the reducer throws, the version is half-changed.
  let reduce: @Sendable (AnyVersion, State.Action) throws -> Void

  @inlinable
  package init() {
    self.init(
      version: { VersionStorage.holding($0) },
      copy: { old in old.withState(State.self) { VersionStorage.holding($0.pointee) } },
      recording: { old, action in old.withState(State.self) { $0.pointee.recording(of: action) } },
      reduce: { version, action in
        try version.withAddress { _ in
          try version.address.pointer(to: State.self).pointee.reduce(action)
        }
      }
    )
  }

  @usableFromInline
  init(
    version: @escaping @Sendable (State) -> AnyVersion,
    copy: @escaping @Sendable (AnyVersion) -> AnyVersion,
    recording: @escaping @Sendable (AnyVersion, State.Action) -> Recording,
    reduce: @escaping @Sendable (AnyVersion, State.Action) throws -> Void
  ) {
    (self.version, self.copy) = (version, copy)
    (self.recording, self.reduce) = (recording, reduce)
  }
}
