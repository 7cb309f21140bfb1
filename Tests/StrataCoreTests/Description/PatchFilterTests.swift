import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// A patch with some of its changes alone.
@Suite("Patches without some of their changes")
struct PatchFilterTests {
  @Test("filter keeps the chosen changes alone, and the whole patch continues from them")
  func laws() throws {
    var random = SplitMix64(seed: 4)
    for round in 0..<Soak.times(150) {
      var (old, new) = (Sample(), Sample())
      old.edit(using: &random, times: 40)
      new = old
      new.edit(using: &random, times: 1 + random.below(30))
      let patch = try Patch(from: old, to: new)
      let count = patch.changes.count
      #expect(patch.filter { _ in true } == patch && patch.filter { _ in false }.isEmpty)
      let chosen = (0..<count).map { _ in Bool.random(using: &random) }
      var (number, rest) = (0, 0)
      let kept = patch.filter { _ in
        number += 1
        return chosen[number - 1]
      }
      let others = patch.filter { _ in
        rest += 1
        return !chosen[rest - 1]
      }
      #expect(number == count && rest == count)
      #expect(kept.changes.count + others.changes.count >= count, "round \(round)")
      // Either half is read like any patch, can be taken back, and the whole patch goes on from it.
      for half in [kept, others] {
        let middle = try PlainValue(of: old).applying(half)
        #expect(try middle.applying(half.inverted) == PlainValue(of: old), "round \(round)")
        let onward = try half.inverted.followed(by: patch)
        #expect(try middle.applying(onward) == PlainValue(of: new), "round \(round)")
        #expect(try Patch(packed: half.packed) == half || !half.isReadablePacked)
      }
    }
  }

  @Test("A letter of a text, an element of a list and a member of a set go or stay one by one")
  func pieces() throws {
    let patch = try Patch(from: ["a", "b", "c"] as PersistentArray<String>, to: ["x", "b", "y", "z"])
    let old: PersistentArray<String> = ["a", "b", "c"]
    #expect(try old.applying(patch.filter { $0.kind == .inserted(.text("y")) }) == ["a", "b", "c", "y"])
    #expect(try old.applying(patch.filter { $0.kind != .removed(.text("c")) }) == ["x", "b", "c", "y", "z"])
    let text: PersistentText = "one two three"
    let typed = try Patch(from: text, to: "One two, three")
    #expect(try text.applying(typed.filter { $0 == typed.changes[0] }) == "One two three")
    #expect(try text.applying(typed.filter { $0 != typed.changes[0] }) == "one two, three")
    let members: PersistentSet<Int> = [1, 2]
    let changed = try Patch(from: members, to: [2, 3, 4])
    #expect(try members.applying(changed.filter { $0.kind == .inserted(.integer(4)) }) == [1, 2, 4])
  }
}
