import Measuring
import TestSupport
import Testing

@testable import StrataCore
@testable import StrataSync

@Suite("Lines that no machine has written so, where the order is taken in")
struct HostileLinesTests {
  private static let numbers = [
    "9223372036854775807", "-9223372036854775808", "99999999999999999999", "4611686018427387903", "-1", "0",
    "-0", "1e999", "0.5", "null", "\"\"",
  ]
  private static let names = [
    "0-0", "1-1", "1-2", "1-9", "2-1", "9-1", "77-1", "1-4611686018427387903", "2-4611686018427387903",
    "4611686018427387903-1",
  ]
  private static let words = [
    "old", "new", "insert", "remove", "keep", "change", "key", "splice", "notes", "record", "tags", "looksAt",
    "lastID", "sharing", "nothing", "",
  ]

  /// A line of an order, made into another one.
  private static func spoiled(
    _ line: [UInt8],
    among lines: [[UInt8]],
    _ random: inout SplitMix64
  ) -> [UInt8] {
    var text = String(decoding: line, as: UTF8.self)
    func any(_ texts: [String]) -> String { texts[random.below(texts.count)] }
    switch random.below(9) {
    case 0: return Array(line.prefix(random.below(line.count)))
    case 1:
      var line = line
      line[random.below(line.count)] = UInt8(random.below(256))
      return line
    case 2:
      // A number anywhere, also within a name.
      let runs = text.ranges(of: /\d+/)
      text.replaceSubrange(runs[random.below(runs.count)], with: any(numbers))
    case 3: text.replace(/"name":"\d+-\d+"/, with: "\"name\":\"\(any(names))\"")
    case 4:
      // A member stands there twice.
      let members = text.ranges(of: /"[a-zA-Z]+":/)
      let member = members[random.below(members.count)]
      text.insert(contentsOf: "\(text[member])\(any(numbers)),", at: member.lowerBound)
    case 5, 6: text.replace("\"\(any(words))\"", with: "\"\(any(words))\"")
    case 7:
      // The head of one line, and the patch of another.
      let other = String(decoding: lines[random.below(lines.count)], as: UTF8.self)
      if let head = text.range(of: "\"patch\":"), let patch = other.range(of: "\"patch\":") {
        text = String(text[..<head.lowerBound] + other[patch.lowerBound...])
      }
    default:
      let label = "\\u0000\\u2028\\n" + String(repeating: "x", count: random.below(3_000))
      text.replace("\"label\":\"", with: "\"label\":\"\(label)")
    }
    return Array(text.utf8)
  }

  /// Two machines with changes that are not published, an order, and one who has taken in what the first one has.
  private struct Scene {
    var machines: Machines
    let witness: Store<Board>
    let position: Int

    init(_ random: inout SplitMix64) throws {
      machines = try Machines(2)
      for _ in 0..<14 {
        let number = random.below(2)
        let store = machines.stores[number]
        try? store.send(store.state.anything(&random))
        if random.below(3) == 0 { _ = try machines.publish(number) }
        if random.below(3) == 0 { while try machines.takeIn(number) {} }
      }
      for number in 0..<2 { try machines.stores[number].send(.add("own")) }
      _ = try machines.publish(1)
      position = machines.stores[0].sharing.position
      witness = Store(Board(), undoing: \.notes, \.arrangement, \.tags, \.text, \.record)
      try witness.join(as: 9, startingWith: Board())
      for (index, line) in machines.order.prefix(position).enumerated() {
        try witness.apply(SharedChange(line: line), at: index + 1)
      }
    }

    /// The shared fields, to the byte.
    static func shared(_ store: Store<Board>) throws -> [[UInt8]] {
      let state = store.state
      return [
        try PlainValue(of: state.notes).json, try PlainValue(of: state.arrangement).json,
        try PlainValue(of: state.tags).json, try PlainValue(of: state.text).json,
        PlainValue.integer(Int64(state.record)).json,
      ]
    }

    /// Lets a store take in a change; returns whether it did, and what is wrong.
    static func take(
      _ change: SharedChange,
      at position: Int,
      _ store: Store<Board>
    ) throws -> (isTaken: Bool, flaw: String?) {
      let (before, revision) = (store.state, store.revision)
      do {
        let outcome = try store.apply(change, at: position)
        if position != before.sharing.position + 1 {
          let isSame = store.state.isWritten(as: before) && store.revision == revision
          return (false, outcome == .alreadyApplied && isSame ? nil : "position \(position): \(outcome)")
        }
        let isHome = store.state.looksAt == before.looksAt && store.state.lastID == before.lastID
        return (true, isHome && store.sharing.position == position ? nil : "what stays at home has changed")
      } catch let error {
        let isDeclared = error is SharingError || error is MergeError || error is PatchError
        let isSame = store.state.isWritten(as: before) && store.revision == revision
        return (
          false, isDeclared && isSame ? nil : "\(error), and \(isSame ? "nothing" : "something") has changed"
        )
      }
    }
  }

  @Test(
    "Any line at any position is a declared error that changes nothing, or the same change on every machine",
    arguments: 1...4 as ClosedRange<UInt64>
  )
  func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var (unread, refused, taken) = (0, 0, 0)
    for round in 0..<Soak.times(12) {
      let scene = try Scene(&random)
      let (mine, witness) = (scene.machines.stores[0], scene.witness)
      for attempt in 0..<20 {
        let line = Self.spoiled(
          scene.machines.order.randomElement(using: &random) ?? [],
          among: scene.machines.order,
          &random
        )
        let place =
          "seed \(seed), round \(round), attempt \(attempt): \(String(decoding: line, as: UTF8.self))"
        let change: SharedChange
        do throws(SharingError) {
          change = try SharedChange(line: line)
        } catch {
          unread += 1
          continue
        }
        let again = try SharedChange(line: change.line)
        #expect(again == change, "\(place)")
        let next = mine.sharing.position + 1
        let position = [next, next, next, 0, -1, .min, .max, next + 1, next - 1][random.below(9)]
        let (isTaken, flaw) = try Scene.take(change, at: position, mine)
        if let flaw { Issue.record("\(place)\n\(flaw)") }
        refused += isTaken ? 0 : 1
        guard isTaken else { continue }
        taken += 1
        // One without changes of its own takes it in, too; then what the first one publishes.
        let (isTakenThere, otherFlaw) = try Scene.take(change, at: position, witness)
        try #require(
          isTakenThere && otherFlaw == nil,
          "\(place)\n\(otherFlaw ?? "taken in by one of them alone")"
        )
        try mine.send(.add("later"))
        while let (own, position) = try? mine.nextToPublish() {
          let read = try SharedChange(line: own.line)
          try #require(read == own, "\(place)")
          try mine.apply(own, at: position)
          let outcome = try witness.apply(read, at: position)
          try #require(outcome == .applied(), "\(place)")
        }
        let (here, there) = (try Scene.shared(mine), try Scene.shared(witness))
        try #require(here == there, "\(place)")
        #expect(mine.timeline.brokenInvariants.isEmpty, "\(place)")
      }
    }
    Soak.count(.line, unread + refused + taken)
    #expect(unread > 20 && refused > 20 && taken > 5, "\(unread) unread, \(refused) refused, \(taken) taken")
  }
}
