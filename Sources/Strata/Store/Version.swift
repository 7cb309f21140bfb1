/// One version of a state, on the heap, whatever the state's type.
///
/// The store, its transitions and its readers pass a version on without copying it, however large the struct is,
/// and without knowing its type: in code that does not know it either, every type that is made of the state's
/// costs a search, which is dearer than all the rest of a send.
struct AnyVersion: @unchecked Sendable {
  // Unchecked for the address, which is that of a `Sendable` state inside `owner`: it is written by the writer
  // that makes the version, before anybody else has it.
  private let owner: AnyObject
  fileprivate let address: UnsafeMutableRawPointer

  fileprivate init(owner: AnyObject, address: UnsafeMutableRawPointer) {
    (self.owner, self.address) = (owner, address)
  }

  init<State: Sendable>(_ state: State) {
    self = Version<State>.make { $0.initialize(to: state) }
  }

  /// Runs `body` with the place of the state; all versions of one store are of the store's type.
  func withAddress<Result>(_ body: (UnsafeRawPointer) throws -> Result) rethrows -> Result {
    defer { withExtendedLifetime(owner) {} }
    return try body(address)
  }

  /// Runs `body` with the state where it lies; all versions of one store are of the store's type.
  func withState<State, Result>(
    _: State.Type,
    _ body: (UnsafePointer<State>) throws -> Result
  ) rethrows -> Result {
    try withAddress { try body($0.assumingMemoryBound(to: State.self)) }
  }

  /// The state as a value of its own.
  func state<State>(as type: State.Type) -> State {
    withState(type) { $0.pointee }
  }

  /// Returns a new version, changed where it lies and before anybody else sees it.
  ///
  /// - Throws: What `change` throws; the half-changed version is then dropped.
  func changed<State: Sendable>(
    _: State.Type,
    _ change: (UnsafeMutablePointer<State>) throws -> Void
  ) rethrows -> AnyVersion {
    // A store makes all its versions of one type.
    try unsafeDowncast(owner, to: Version<State>.self).changed(change)
  }
}

/// The storage of a version: the state, at an address that stays.
private final class Version<State: Sendable>: ManagedBuffer<Void, State> {
  deinit {
    _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: 1) }
  }

  static func make(_ initialize: (UnsafeMutablePointer<State>) -> Void) -> AnyVersion {
    let storage = create(minimumCapacity: 1) { _ in }
    let address = storage.withUnsafeMutablePointerToElements { state in
      initialize(state)
      return UnsafeMutableRawPointer(state)
    }
    return AnyVersion(owner: storage, address: address)
  }

  func changed(_ change: (UnsafeMutablePointer<State>) throws -> Void) rethrows -> AnyVersion {
    // The class is taken from the instance: naming it would be one of the searches mentioned above.
    let next = type(of: self).make { new in
      withUnsafeMutablePointerToElements { new.initialize(from: $0, count: 1) }
    }
    try change(next.address.assumingMemoryBound(to: State.self))
    return next
  }
}

extension AnyVersion {
  /// Returns what `action` makes of this version, and how it is to be recorded: that is decided before reducing.
  func reduced<State: Reducible>(by action: State.Action, _ type: State.Type) throws -> (
    AnyVersion, Recording
  ) {
    let recording = withState(type) { $0.pointee.recording(of: action) }
    return (try changed(type) { try $0.pointee.reduce(action) }, recording)
  }
}
