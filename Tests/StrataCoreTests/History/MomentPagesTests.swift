import Measuring
import TestSupport
import Testing

@testable import StrataCore

@Suite("Pages of moments, and the tree that they are in, against dictionaries")
struct MomentPagesTests {
  /// A timeline of steps, and what is known of its moments.
  struct Pair {
    var timeline: Timeline
    var moments: [UInt32: (label: String, time: Int64, parent: UInt32?)]

    init(pageSize: Int) {
      timeline = Timeline(
        label: "Start",
        at: Timestamp(nanosecondsSince1970: 7),
        keeping: .step(Self.step(0)),
        pageSize: pageSize
      )
      moments = [0: ("Start", 7, nil)]
    }

    private static func patch(_ number: UInt32) -> Patch {
      Patch(root: .replaced(old: .integer(0), new: .text("\(number)")))
    }

    /// The step to a moment; every third one was added to.
    private static func step(_ number: UInt32) -> PackedStep {
      guard number % 3 == 0 else { return PackedStep(patch(number)) }
      var step = PackedStep(Patch(root: .replaced(old: .integer(0), new: .null)))
      step.append(PackedStep(Patch(root: .replaced(old: .null, new: .text("\(number)")))))
      return step
    }

    mutating func append(_ number: UInt32, after parent: UInt32, _ label: String, at time: Int64, pack: Bool)
    {
      timeline.presentID = Moment.ID(raw: parent)
      timeline.append(
        Step(label: label),
        at: Timestamp(nanosecondsSince1970: time),
        keeping: .step(Self.step(number)),
        as: Moment.ID(raw: number)
      )
      if pack { timeline.packSteps() }
      moments[number] = (label, time, parent)
    }

    /// Takes a moment out if it is a tip, or the oldest where one way leads on; whether it is.
    mutating func remove(_ number: UInt32) -> Bool {
      let children = moments.filter { $0.value.parent == number }
      let isOldest = number == moments.keys.min()
      let isRemovable = children.isEmpty || (isOldest && children.count == 1)
      let isPresent = number == timeline.presentID.raw
      if isRemovable && !isPresent && moments[number] != nil {
        moments[number] = nil
        return true
      }
      return false
    }

    /// The first difference between the timeline and the expected moments, in words.
    var difference: String? {
      let ids = moments.keys.sorted()
      guard timeline.ids.map(\.raw) == ids else { return "\(timeline.ids) instead of \(ids)" }
      for (number, moment) in moments {
        let found = timeline.moment(Moment.ID(raw: number))
        let parent = number == ids.first ? nil : moment.parent
        guard found.label == moment.label, found.time.nanosecondsSince1970 == moment.time,
          found.parent?.raw == parent
        else { return "moment \(number) is \(found), not \(moment)" }
        guard let step = try? timeline.step(to: found.id) else { return "\(number) has no step" }
        let patch = try? step.patch
        guard patch == Self.patch(number) else { return "\(number) has \(String(describing: patch))" }
      }
      return timeline.tree.brokenInvariants(timeline.ids).first
    }
  }

  @Test(
    "Random changes leave both alike, and copies stay as they were",
    arguments: [1, 2, 7, 64],
    1...(Soak.isOn ? 20 : 2) as ClosedRange<UInt64>
  )
  func model(pageSize: Int, seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    var pair = Pair(pageSize: pageSize)
    var (next, time): (UInt32, Int64) = (0, 100)
    var copies: [Pair] = []
    for operation in 0..<400 {
      let ids = pair.moments.keys.sorted()
      switch numbers.below(12) {
      case 0..<7:
        // Numbers may jump ahead, as where a whole branch was evicted again; times may go back.
        next += numbers.below(20) == 0 ? UInt32(1 + numbers.below(300)) : 1
        time += Int64(numbers.below(1_000_000)) - 1_000
        let parent = numbers.below(3) == 0 ? ids[numbers.below(ids.count)] : ids[ids.count - 1]
        let label = ["", "Rename \(operation)", "Rename", "é\(operation)"][numbers.below(4)]
        pair.append(next, after: parent, label, at: time, pack: numbers.below(3) > 0)
      case 7..<11:
        guard let id = [ids.first, ids.last, ids.dropFirst(ids.count / 2).first][numbers.below(3)] else {
          continue
        }
        var deferred = DeferredReleases()
        let isExpected = pair.remove(id)
        #expect(pair.timeline.remove(Moment.ID(raw: id), into: &deferred) == isExpected)
        #expect(deferred.evicted.map(\.raw) == (isExpected ? [id] : []))
      default:
        let id = Moment.ID(raw: UInt32(numbers.below(Int(next) + 40)))
        #expect((pair.timeline[id]?.label) == pair.moments[id.raw]?.label)
        if copies.count < 10 { copies.append(pair) }
      }
      if operation % 40 == 0, let difference = pair.difference {
        Issue.record("seed \(seed), operation \(operation): \(difference)")
        return
      }
    }
    for copy in [pair] + copies { #expect(copy.difference == nil, "seed \(seed)") }
  }

  @Test("The first and the last numbers there are have their places")
  func farNumbers() {
    var pair = Pair(pageSize: 32)
    var parent: UInt32 = 0
    for number in [1, 15, 16, 511, 512, 1 << 20, 1 << 31, .max - 2, .max - 1] as [UInt32] {
      pair.append(number, after: parent, "\(number)", at: Int64(number), pack: true)
      parent = number
    }
    #expect(pair.difference == nil)
    #expect(pair.timeline.isExhausted)
  }

  @Test("The newest that is wanted is found behind those that are gone")
  func newest() {
    var pair = Pair(pageSize: 32)
    for number in 1..<2_000 as Range<UInt32> {
      pair.append(number, after: number - 1, "", at: Int64(number), pack: true)
    }
    pair.timeline.presentID = Moment.ID(raw: 39)
    var deferred = DeferredReleases()
    for number in (40..<2_000).reversed() as [UInt32] {
      _ = pair.timeline.remove(Moment.ID(raw: number), into: &deferred)
    }
    #expect(pair.timeline.pages.newest { _, _ in true }?.number == 39)
    #expect(pair.timeline.pages.newest { id, _ in id.number < 17 }?.number == 16)
    #expect(pair.timeline.pages.newest { _, _ in false } == nil)
  }
}

extension Timeline {
  /// The step to a moment; nil where only snapshots know it.
  func step(to id: Moment.ID) throws(PatchError) -> PackedStep? {
    var reader = TimelineReader(self)
    return try reader.step(to: id)
  }
}
