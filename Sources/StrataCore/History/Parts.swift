import PersistentCollections

/// Several parts of a state at one moment, as one value: what undo covers where it was given several key paths.
@usableFromInline
struct Parts: @unchecked Sendable {
  // Unchecked for the boxes, which hold `Sendable` values: a box is changed only while nothing else has it.
  var boxes: [PartBox]

  /// Calls `body` with the place of one of the parts, to change it.
  mutating func change<Failure: Error>(
    _ index: Int,
    _ body: (UnsafeMutableRawPointer) throws(Failure) -> Void
  ) throws(Failure) {
    if !isKnownUniquelyReferenced(&boxes[index]) { boxes[index] = boxes[index].copy() }
    defer { withExtendedLifetime(boxes[index]) {} }
    try body(boxes[index].address)
  }
}

/// A part of some type, at an address that stays.
class PartBox {
  let address: UnsafeMutableRawPointer

  init(at address: UnsafeMutableRawPointer) { self.address = address }

  /// Returns another box with the same part.
  func copy() -> PartBox { preconditionFailure("Every box knows what is in it") }
}

final class TypedPartBox<Part>: PartBox {
  private let part: UnsafeMutablePointer<Part>

  init(_ value: Part) {
    part = .allocate(capacity: 1)
    part.initialize(to: value)
    super.init(at: UnsafeMutableRawPointer(part))
  }

  deinit {
    part.deinitialize(count: 1)
    part.deallocate()
  }

  override func copy() -> PartBox { TypedPartBox(part.pointee) }

  /// What a box and the place of its part take on the heap.
  static var bytes: Int {
    Footprint.block(of: 4 * MemoryLayout<Int>.size) + Footprint.block(of: MemoryLayout<Part>.size)
  }
}

/// One of several parts that undo covers, whose type is known behind it.
@usableFromInline
package struct OnePart: Sendable {
  let path: AnyKeyPath & Sendable
  let isStored: Bool
  let isSame: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  /// Puts a copy of the part into a box.
  let box: @Sendable (UnsafeRawPointer) -> PartBox
  /// Puts what is in a box into a state.
  let set: @Sendable (UnsafeMutableRawPointer, PartBox) -> Void
  let boxBytes: Int
  /// How the part is described; nil where it is not.
  let shape: AnyValueShape?
  /// What is wrong with its description.
  let refusal: DescriptionError?

  /// The part at a key path.
  @inlinable
  package static func at<State: Sendable, Part: Equatable & Sendable>(
    _ path: WritableKeyPath<State, Part> & Sendable
  ) -> OnePart {
    let place = PartPlace(path)
    return OnePart(place, isSame: place.sameness)
  }

  /// The parts at some key paths.
  @inlinable
  package static func all<State: Sendable, each Part: Equatable & Sendable>(
    _ paths: repeat WritableKeyPath<State, each Part> & Sendable
  ) -> [OnePart] {
    var parts: [OnePart] = []
    for path in repeat each paths { parts.append(.at(path)) }
    return parts
  }

  @usableFromInline
  init<State, Part: Sendable>(
    _ place: PartPlace<State, Part>,
    isSame: @escaping @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  ) {
    func refusal<Known: DescribedValue>(of known: Known.Type) -> DescriptionError? { Known.descriptionError }
    (path, isStored, self.isSame) = (place.path, place.isStored, isSame)
    box = { TypedPartBox(place.get($0)) }
    set = { _ = place.exchange($0, for: $1.address.assumingMemoryBound(to: Part.self).pointee) }
    boxBytes = TypedPartBox<Part>.bytes
    shape = AnyValueShape.ofDescribed(Part.self)
    self.refusal = (Part.self as? any DescribedValue.Type).flatMap { refusal(of: $0) }
  }
}

/// Where several parts of a state are to be found.
@usableFromInline
struct PartsPlace<State>: StatePlace {
  private let parts: [OnePart]

  @usableFromInline
  init(_ parts: [OnePart], in _: State.Type) { self.parts = parts }

  @usableFromInline var paths: [AnyKeyPath & Sendable] { parts.map(\.path) }
  @usableFromInline var isStored: Bool { parts.allSatisfy(\.isStored) }

  @usableFromInline
  func get(_ state: UnsafeRawPointer) -> Parts { Parts(boxes: parts.map { $0.box(state) }) }

  @usableFromInline
  func exchange(_ state: UnsafeMutableRawPointer, for value: Parts) -> Parts {
    let old = get(state)
    for (part, box) in zip(parts, value.boxes) { part.set(state, box) }
    return old
  }

  @usableFromInline
  func withBoth(
    _ left: UnsafeRawPointer,
    _ right: UnsafeRawPointer,
    _ body: (UnsafeRawPointer, UnsafeRawPointer) -> Void
  ) {
    withUnsafePointer(to: get(left)) { left in withUnsafePointer(to: get(right)) { body(left, $0) } }
  }

  @usableFromInline var sameness: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
    { [parts] old, new in parts.allSatisfy { $0.isSame(old, new) } }
  }

  @usableFromInline
  func description<Beside: BesidePart>(beside: Beside.Type) -> PartDescription? {
    let shapes = parts.compactMap(\.shape)
    guard shapes.count == parts.count else { return nil }
    let header = 4 * MemoryLayout<Int>.size
    let row = Footprint.block(of: header + parts.count * MemoryLayout<PartBox>.size)
    return PartDescription(
      PartsShape(shapes),
      beside: Beside.self,
      parts.compactMap(\.refusal).first,
      keeping: parts.reduce(row) { $0 + $1.boxBytes }
    )
  }
}
