import Measuring
import StrataCore
import StrataSync
import Testing

/// Some machines, and the order in which an engine has what they publish.
struct Machines {
  /// The order: lines, as an engine keeps them.
  private(set) var order: [[UInt8]] = []
  private(set) var stores: [Store<Board>]
  /// The shared state after each line, made from patches alone, without the types.
  private(set) var model: [PlainValue]
  /// How many own changes were withdrawn, by machine.
  private(set) var withdrawn: [Int]

  init(_ count: Int) throws {
    stores = []
    for site in 1...count {
      let time = Ticks()
      let store = Store(
        Board(),
        undoing: \.notes,
        \.arrangement,
        \.tags,
        \.text,
        \.record,
        clock: { time.next() }
      )
      try store.join(as: site, startingWith: Board())
      stores.append(store)
    }
    model = [try PlainValue(of: Board())]
    withdrawn = Array(repeating: 0, count: count)
  }

  /// The engine's promise: at the next position, or not at all.
  mutating func insert(_ line: [UInt8], at position: Int) throws -> Bool {
    guard position == order.count + 1 else { return false }
    order.append(line)
    var next = model[model.count - 1]
    try next.apply(try SharedChange(line: line).patch)
    model.append(next)
    return true
  }

  /// Puts a machine's next change into the order, and says whether it could; the machine does not hear of it.
  mutating func publish(_ number: Int) throws -> Bool {
    guard let (change, position) = try stores[number].nextToPublish() else { return false }
    return try insert(change.line, at: position)
  }

  /// Lets a machine take in what is next in the order, and says whether there was something.
  @discardableResult
  mutating func takeIn(
    _ number: Int,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in .mine }
  ) throws -> Bool {
    let position = stores[number].sharing.position + 1
    guard position <= order.count else { return false }
    let change = try SharedChange(line: order[position - 1])
    switch try stores[number].apply(change, at: position, resolving: choose) {
    case .published(let gone), .applied(let gone): withdrawn[number] += gone.count
    case .alreadyApplied: break
    }
    return true
  }

  /// Lets all publish and take in what there is, until nothing is left.
  mutating func settle() throws {
    var isDone = false
    while !isDone {
      isDone = true
      for number in stores.indices {
        while try takeIn(number) { isDone = false }
        if try publish(number) { isDone = false }
      }
    }
  }

  /// The first difference from the model, or the broken invariants of a timeline; nil if there are none.
  func flaw() throws -> String? {
    for (number, store) in stores.enumerated() {
      let state = store.state
      let sharing = state.sharing
      let expected = model[sharing.position]
      var plain = try PlainValue(of: state)
      for change in try store.unpublished().reversed() { try plain.apply(change.patch.inverted) }
      for name in ["notes", "arrangement", "tags", "text", "record"] {
        guard case .record(let here) = plain, case .record(let there) = expected else { return "no records" }
        if here[name]?.json != there[name]?.json {
          return
            "machine \(number + 1) at \(sharing.position): \(name) is \(String(describing: here[name])), and not \(String(describing: there[name]))"
        }
      }
      if !store.timeline.brokenInvariants.isEmpty { return "\(store.timeline.brokenInvariants)" }
    }
    return nil
  }
}

/// A clock of which no two times are the same.
private final class Ticks: Sendable {
  private let last = Guarded(Int64(0))

  func next() -> Timestamp {
    Timestamp(
      nanosecondsSince1970: last.withLock {
        $0 += 1
        return $0
      }
    )
  }
}
