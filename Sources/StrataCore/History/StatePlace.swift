/// Where what undo covers is to be found in a state: a part at a key path, or several of them.
@usableFromInline
protocol StatePlace: Sendable {
  associatedtype State
  associatedtype Part: Sendable

  /// The key paths, in the order in which they were given.
  var paths: [AnyKeyPath & Sendable] { get }

  /// Whether it is stored in the state: then getting and setting it runs no code of the app.
  var isStored: Bool { get }

  /// What is there in a state, given the state's address.
  func get(_ state: UnsafeRawPointer) -> Part

  /// Puts it into a state, and returns what was there.
  func exchange(_ state: UnsafeMutableRawPointer, for part: Part) -> Part

  /// Runs `body` with what is there in two states.
  func withBoth(
    _ left: UnsafeRawPointer,
    _ right: UnsafeRawPointer,
    _ body: (UnsafeRawPointer, UnsafeRawPointer) -> Void
  )

  /// Tells whether it is the same in two states: what is described, when it is written the same, and else by `==`.
  var sameness: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool { get }

  /// What its description makes possible; nil where it has none.
  func description<Beside: BesidePart>(beside: Beside.Type) -> PartDescription?
}
