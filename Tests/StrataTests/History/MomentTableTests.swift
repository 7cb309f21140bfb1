import Measuring
import TestSupport
import Testing

@testable import Strata

@Suite("The table of moments, against a dictionary")
struct MomentTableTests {
  /// A table and a dictionary of the labels that are in it.
  struct Pair {
    var table = MomentTable()
    var labels: [UInt32: String] = [:]

    mutating func append(_ number: UInt32, _ label: String) {
      let kept = Kept.snapshot(AnySnapshot())
      let entry = Timeline.Entry(
        ownLabel: label,
        time: Timestamp(nanosecondsSince1970: Int64(number)),
        kept: kept,
        links: Timeline.Links(depth: number)
      )
      table.append(entry, as: Moment.ID(raw: number))
      labels[number] = label
    }

    /// What is not alike, in words.
    var difference: String? {
      var found: [(UInt32, String)] = []
      let last = table.newest { id, entry in
        found.append((id.raw, entry.label))
        return false
      }
      if let last { return "a search that wants nothing found \(last)" }
      let expected = labels.sorted { $0.key > $1.key }
      guard found.elementsEqual(expected, by: { $0.0 == $1.key && $0.1 == $1.value }) else {
        return "\(found) instead of \(expected)"
      }
      return table.count == labels.count ? nil : "counted \(table.count), not \(labels.count)"
    }
  }

  @Test(
    "Random changes leave both alike, and copies stay as they were",
    arguments: 1...(Soak.isOn ? 20 : 5) as ClosedRange<UInt64>
  )
  func model(seed: UInt64) {
    for round in 0..<(Soak.isOn ? 5 : 1) as Range<UInt64> { change(seed: seed &+ round << 32) }
  }

  private func change(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    var pair = Pair()
    var next: UInt32 = 0
    var copies: [Pair] = []
    for operation in 0..<2_500 {
      switch numbers.below(12) {
      case 0..<5:
        // Numbers may jump ahead, as where a whole branch was evicted again.
        next += numbers.below(20) == 0 ? UInt32(1 + numbers.below(3_000)) : 1
        pair.append(next, "\(operation)")
      case 5..<8:
        // From either end, and from the middle.
        let ids = pair.labels.keys.sorted()
        guard let id = [ids.first, ids.last, ids.dropFirst(ids.count / 2).first][numbers.below(3)] else {
          continue
        }
        #expect(pair.table.remove(Moment.ID(raw: id))?.label == pair.labels.removeValue(forKey: id))
      case 8..<11:
        guard let id = pair.labels.keys.min(by: { ($0 &* 2_654_435_761) < ($1 &* 2_654_435_761) }) else {
          continue
        }
        pair.table.update(Moment.ID(raw: id)) { $0.ownLabel += "+" }
        pair.labels[id]? += "+"
      default:
        let id = UInt32(numbers.below(Int(next) + 40))
        #expect(pair.table[Moment.ID(raw: id)]?.label == pair.labels[id])
        #expect((pair.table.links(of: Moment.ID(raw: id)) != nil) == (pair.labels[id] != nil))
        if pair.labels[id] == nil {
          #expect(pair.table.remove(Moment.ID(raw: id)) == nil)
          #expect(pair.table.update(Moment.ID(raw: id)) { _ in } == nil)
        }
        if copies.count < 10 { copies.append(pair) }
      }
      if operation % 50 == 0, let difference = pair.difference {
        Issue.record("seed \(seed), operation \(operation): \(difference)")
        return
      }
    }
    for copy in [pair] + copies { #expect(copy.difference == nil, "seed \(seed)") }
  }

  @Test("The first and the last numbers there are have their places")
  func farNumbers() {
    var pair = Pair()
    for number in [0, 1, 15, 16, 511, 512, 1 << 20, 1 << 31, .max - 2, .max - 1] as [UInt32] {
      pair.append(number, "\(number)")
    }
    #expect(pair.difference == nil)
    #expect(pair.table.links(of: .last)?.depth == UInt32.max - 1)
    #expect(pair.table.remove(.last)?.label == "4294967294")
    #expect(pair.table[.last] == nil)
  }

  @Test("The newest that is wanted is found behind those that are gone")
  func newest() {
    var pair = Pair()
    for number in 0..<2_000 as Range<UInt32> { pair.append(number, "") }
    for number in 40..<2_000 as Range<UInt32> { _ = pair.table.remove(Moment.ID(raw: number)) }
    #expect(pair.table.newest { _, _ in true }?.number == 39)
    #expect(pair.table.newest { id, _ in id.number < 17 }?.number == 16)
    #expect(pair.table.newest { _, _ in false } == nil)
  }
}
