import Measuring
import PersistentCollections
import TestSupport
import Testing

@Suite("The changes between two versions of a persistent array")
struct PersistentArrayChangesTests {
  @Test(
    "turn the old version into the new one and back, after any edits",
    arguments: 1...8 as ClosedRange<UInt64>
  )
  func random(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let size = [5, 20, 60, 200, 500, 1_000, 2_000, 2_000][Int(seed - 1)]
    for round in 0..<Soak.times(40) {
      let old = PersistentArray((0..<size).map { Wide($0) })
      var new = old
      var code = ""
      for step in 0..<random.below(10) {
        let position = random.below(new.count)
        switch random.below(6) {
        case 0, 1:
          code += "new[\(position)] = \(step)\n"
          new[position] = Wide(-step)
        case 2:
          code += "new.insert(\(step), at: \(position))\n"
          new.insert(Wide(-step), at: position)
        case 3:
          if new.count > 1 {
            code += "new.remove(at: \(position))\n"
            new.remove(at: position)
          }
        case 4:
          let end = min(new.count, position + random.below(30))
          code += "new.replaceSubrange(\(position)..<\(end), with: [\(step)])\n"
          new.replaceSubrange(position..<end, with: [Wide(-step)])
        default:
          if round.isMultiple(of: 4) {
            code += "new = new.split(at: \(position)).1 + new.split(at: \(position)).0\n"
            let (before, after) = new.split(at: position)
            new = after + before
          }
        }
      }
      let changes = new.changes(from: old)
      var forwards = old
      forwards.apply(changes)
      var backwards = new
      backwards.apply(changes.map(\.inverse))
      let isRight = forwards == new && backwards == old && isOrderly(changes, from: old, to: new)
      #expect(
        isRight,
        "seed \(seed), \(changes) after\nvar new = PersistentArray((0..<\(size)).map { Wide($0) })\n\(code)"
      )
      if !isRight { return }
    }
  }

  private func isOrderly(
    _ changes: [ArrayChange<Wide>],
    from old: PersistentArray<Wide>,
    to new: PersistentArray<Wide>
  ) -> Bool {
    var (oldEnd, newEnd) = (0, 0)
    for change in changes {
      let isUnchangedBefore =
        change.oldRange.lowerBound - oldEnd == change.newRange.lowerBound - newEnd
        && old[oldEnd..<change.oldRange.lowerBound].elementsEqual(new[newEnd..<change.newRange.lowerBound])
      guard isUnchangedBefore, change.old.elementsEqual(old[change.oldRange]),
        change.new.elementsEqual(new[change.newRange]), !(change.old.isEmpty && change.new.isEmpty)
      else { return false }
      (oldEnd, newEnd) = (change.oldRange.upperBound, change.newRange.upperBound)
    }
    return true
  }

  @Test("say what happened, where")
  func meaning() {
    let old = PersistentArray(0..<1_000)
    var new = old
    new[3] = -3
    new.remove(at: 500)
    new.insert(-700, at: 700)
    new.append(-1_000)
    #expect(
      new.changes(from: old) == [
        ArrayChange(from: [3], at: 3, to: [-3], at: 3),
        ArrayChange(from: [500], at: 500, to: [], at: 500),
        ArrayChange(from: [], at: 701, to: [-700], at: 700),
        ArrayChange(from: [], at: 1_000, to: [-1_000], at: 1_000),
      ]
    )
    #expect(new.changes(from: old).map(\.isUpdate) == [true, false, false, false])
    #expect(old.changes(from: new) == new.changes(from: old).map(\.inverse))
    #expect(new.changes(from: new).isEmpty)
    let empty = PersistentArray<Int>()
    #expect(old.changes(from: empty).map(\.newRange) == [0..<1_000])
    #expect(empty.changes(from: old).map(\.oldRange) == [0..<1_000])
  }

  @Test("are found without a look at shared nodes, even where these have moved")
  func cost() {
    let census = Comparisons()
    let old = PersistentArray((0..<20_000).map { Watched(number: $0, comparisons: census) })
    var new = old
    new.insert(Watched(number: -1, comparisons: census), at: 7)
    new.remove(at: 10_000)
    new[15_000].number = -2
    #expect(new.changes(from: old).count == 3)
    #expect(census.count < 1_000)
  }
}
