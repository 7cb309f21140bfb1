/// What is known of each moment, by its number.
///
///              ┌──────┬──────┬─ ─
///     branch   │ 0-511│ 512- │         a digit of five bits each, the last of four
///              └─┬────┴───┬──┴─ ─
///         ┌──────┴┬─────┬─┴─ ─
///     …   │ 0-15  │16-31│
///         └─┬─────┴─────┴─ ─
///       ┌───┴─┬─────┬─────┬─ ─
///       │  0  │  1  │  3  │            a chunk: the moments that are there, side by side
///       └─────┴─────┴─────┴─ ─
///
/// Numbers only grow, so this is an array laid out as a tree: whatever is done touches one chunk and the few branches
/// above it, and the chunk at the end has a place of its own. What was taken away leaves no hole, and
/// a part of the tree that is empty is gone, however far numbers have come since. Arrays on the way are copied where
/// an older table shares them, at most 16 moments and 32 links each.
struct MomentTable: Sendable {
  private typealias Root = Branch<Branch<Branch<Branch<Branch<Branch<Chunk>>>>>>
  /// All chunks but the last.
  private var root = Root()
  /// The chunk with the greatest numbers, which nearly everything is about.
  private var tail = Chunk()
  /// What the numbers in the tail begin with.
  private var tailPrefix: UInt32 = 0
  /// The number of moments.
  private(set) var count = 0

  @inline(__always)
  private func isInTail(_ id: Moment.ID) -> Bool { id.raw >> Chunk.bits == tailPrefix }

  /// What is known of a moment; nil when it is not there.
  subscript(id: Moment.ID) -> Timeline.Entry? {
    isInTail(id) ? tail.entry(id.raw) : root.entry(id.raw)
  }

  /// The place of a moment in the tree; nil when it is not there.
  func links(of id: Moment.ID) -> Timeline.Links? {
    isInTail(id) ? tail.links(id.raw) : root.links(id.raw)
  }

  /// Adds a moment whose number is greater than all others.
  mutating func append(_ entry: Timeline.Entry, as id: Moment.ID) {
    if !isInTail(id) {
      if !tail.isEmpty { root.append(tail, tailPrefix << Chunk.bits) }
      (tail, tailPrefix) = (Chunk(), id.raw >> Chunk.bits)
    }
    tail.append(entry, id.raw)
    count += 1
  }

  /// Changes what is known of a moment, where it lies; returns nil when it is not there.
  mutating func update<Result>(_ id: Moment.ID, _ change: (inout Timeline.Entry) -> Result) -> Result? {
    isInTail(id) ? tail.update(id.raw, change) : root.update(id.raw, change)
  }

  /// Takes a moment out; nil when it was not there.
  mutating func remove(_ id: Moment.ID) -> Timeline.Entry? {
    guard let entry = isInTail(id) ? tail.remove(id.raw) : root.remove(id.raw) else { return nil }
    count -= 1
    return entry
  }

  /// The newest moment for which `isWanted` says yes.
  ///
  /// - Complexity: O(moments that are looked at).
  func newest(where isWanted: (Moment.ID, Timeline.Entry) -> Bool) -> Moment.ID? {
    tail.last(under: tailPrefix << Chunk.bits, where: isWanted) ?? root.last(under: 0, where: isWanted)
  }
}

/// A part of a table: the moments whose numbers begin alike.
private protocol TablePart: Sendable {
  /// How many bits of a number are told apart in it.
  static var bits: UInt32 { get }
  init()
  var isEmpty: Bool { get }
  func entry(_ number: UInt32) -> Timeline.Entry?
  func links(_ number: UInt32) -> Timeline.Links?
  mutating func append(_ chunk: Chunk, _ number: UInt32)
  mutating func update<Result>(_ number: UInt32, _ change: (inout Timeline.Entry) -> Result) -> Result?
  mutating func remove(_ number: UInt32) -> Timeline.Entry?
  func last(under prefix: UInt32, where isWanted: (Moment.ID, Timeline.Entry) -> Bool) -> Moment.ID?
}

/// Up to 16 moments with neighbouring numbers.
private struct Chunk: TablePart {
  static var bits: UInt32 { 4 }
  private var digits = DigitSet()
  private var entries: ContiguousArray<Timeline.Entry> = []

  var isEmpty: Bool { entries.isEmpty }

  @inline(__always)
  private func digit(of number: UInt32) -> UInt32 { number & 15 }

  @inline(__always)
  func entry(_ number: UInt32) -> Timeline.Entry? {
    guard let index = digits.index(of: digit(of: number)) else { return nil }
    return entries[index]
  }

  @inline(__always)
  func links(_ number: UInt32) -> Timeline.Links? {
    guard let index = digits.index(of: digit(of: number)) else { return nil }
    return entries[index].links
  }

  mutating func append(_ entry: Timeline.Entry, _ number: UInt32) {
    // Most chunks fill up: growing by and by would copy each moment once more.
    if entries.isEmpty { entries.reserveCapacity(16) }
    digits.insert(digit(of: number))
    entries.append(entry)
  }

  mutating func append(_ chunk: Chunk, _ number: UInt32) {
    self = chunk
  }

  @inline(__always)
  mutating func update<Result>(_ number: UInt32, _ change: (inout Timeline.Entry) -> Result) -> Result? {
    guard let index = digits.index(of: digit(of: number)) else { return nil }
    return change(&entries[index])
  }

  mutating func remove(_ number: UInt32) -> Timeline.Entry? {
    guard let index = digits.index(of: digit(of: number)) else { return nil }
    digits.remove(digit(of: number))
    let entry = entries.remove(at: index)
    entries.giveBackRoom()
    return entry
  }

  func last(under prefix: UInt32, where isWanted: (Moment.ID, Timeline.Entry) -> Bool) -> Moment.ID? {
    digits.last { digit, index in
      let id = Moment.ID(raw: prefix | digit)
      return isWanted(id, entries[index]) ? id : nil
    }
  }
}

/// Up to 32 parts whose numbers differ in one digit; none of them is empty.
private struct Branch<Part: TablePart>: TablePart {
  static var bits: UInt32 { Part.bits + 5 }
  private var digits = DigitSet()
  private var parts: ContiguousArray<Part> = []

  var isEmpty: Bool { parts.isEmpty }

  @inline(__always)
  private func digit(of number: UInt32) -> UInt32 { (number >> Part.bits) & 31 }

  @inline(__always)
  func entry(_ number: UInt32) -> Timeline.Entry? {
    guard let index = digits.index(of: digit(of: number)) else { return nil }
    return parts[index].entry(number)
  }

  @inline(__always)
  func links(_ number: UInt32) -> Timeline.Links? {
    guard let index = digits.index(of: digit(of: number)) else { return nil }
    return parts[index].links(number)
  }

  mutating func append(_ chunk: Chunk, _ number: UInt32) {
    if digits.insert(digit(of: number)) { parts.append(Part()) }
    parts[parts.count - 1].append(chunk, number)
  }

  @inline(__always)
  mutating func update<Result>(_ number: UInt32, _ change: (inout Timeline.Entry) -> Result) -> Result? {
    guard let index = digits.index(of: digit(of: number)) else { return nil }
    return parts[index].update(number, change)
  }

  mutating func remove(_ number: UInt32) -> Timeline.Entry? {
    guard let index = digits.index(of: digit(of: number)) else { return nil }
    let entry = parts[index].remove(number)
    if parts[index].isEmpty {
      digits.remove(digit(of: number))
      parts.remove(at: index)
      parts.giveBackRoom()
    }
    return entry
  }

  func last(under prefix: UInt32, where isWanted: (Moment.ID, Timeline.Entry) -> Bool) -> Moment.ID? {
    digits.last { digit, index in
      parts[index].last(under: prefix | digit << Part.bits, where: isWanted)
    }
  }
}

/// The digits that are there: the place of each among its like is the number of smaller ones.
private struct DigitSet: Sendable {
  private var bits: UInt32 = 0

  @inline(__always)
  func index(of digit: UInt32) -> Int? {
    let bit: UInt32 = 1 &<< digit
    return bits & bit == 0 ? nil : (bits & (bit &- 1)).nonzeroBitCount
  }

  /// Returns whether the digit is new.
  @discardableResult
  mutating func insert(_ digit: UInt32) -> Bool {
    let bit: UInt32 = 1 &<< digit
    defer { bits |= bit }
    return bits & bit == 0
  }

  mutating func remove(_ digit: UInt32) {
    bits &= ~(1 &<< digit)
  }

  /// Returns what `body` makes of the greatest digit for which it makes anything.
  func last<Found>(_ body: (_ digit: UInt32, _ index: Int) -> Found?) -> Found? {
    var rest = bits
    while rest != 0 {
      let digit = 31 - UInt32(rest.leadingZeroBitCount)
      rest &= ~(1 &<< digit)
      if let found = body(digit, rest.nonzeroBitCount) { return found }
    }
    return nil
  }
}

extension ContiguousArray {
  /// Moves into less memory where half of it is not needed any more.
  ///
  /// Looked at when the number of elements is a power of two, so an element is moved as often as it would be by growing.
  fileprivate mutating func giveBackRoom() {
    guard count & (count &- 1) == 0, capacity >= 2 &* count &+ 2 else { return }
    var smaller = ContiguousArray()
    smaller.reserveCapacity(count)
    smaller.append(contentsOf: self)
    self = smaller
  }
}
