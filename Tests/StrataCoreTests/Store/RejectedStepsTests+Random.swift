import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

extension RejectedStepsTests {
  @Test(
    "Changes that are rejected at random, a few at a time and none in the way of others, leave what was there before",
    arguments: [false, true]
  )
  func random(isNamed: Bool) throws {
    var reached = 0
    for seed in 0..<UInt64(Soak.times(40)) {
      if try rejectsAll(seed, isNamed) { reached += 1 }
      if try rejectsAll(seed, isNamed, replaces: true) { reached += 1 }
    }
    #expect(reached > Soak.times(40) / 2)
  }

  @Test("The same where letters come in the place of others", arguments: [458, 2_106] as [UInt64])
  func inThePlaceOfOthers(seed: UInt64) throws {
    #expect(try rejectsAll(seed, true, goesOn: true, replaces: true))
  }

  @Test(
    "Changes to a rejected entry go with the entry, whatever reject has taken in between",
    arguments: [93, 841, 1_230, 1_974, 2_637, 2_775, 2_918, 16_024] as [UInt64]
  )
  func goneWithIt(seed: UInt64) throws {
    // Three of these sessions end with a conflict that the person has to decide.
    let isAsked = [1_230, 2_637, 16_024].contains(seed)
    #expect(try rejectsAll(seed, true, goesOn: true) != isAsked)
  }

  /// Returns whether changes made at random could all be rejected; then what was there before has to be there.
  ///
  /// - Parameters:
  ///   - goesOn: Whether the rest is rejected where nothing of some is left.
  ///   - replaces: Whether letters come where letters went in the same step.
  private func rejectsAll(
    _ seed: UInt64,
    _ isNamed: Bool,
    goesOn: Bool = false,
    replaces: Bool = false
  ) throws -> Bool {
    var random = SplitMix64(seed: seed)
    let (store, start) = try sheet(
      keeping: UndoneStepsTests.attics.randomElement(using: &random) ?? .unpacked
    )
    let before = store.state
    var script: [String] = []
    for number in 0..<Int.random(in: 1...6, using: &random) {
      try store.transaction("Edit", as: "agent") { draft in
        // Elements of a list that are equal stand beside letters; what has a name beside that.
        let others =
          isNamed
          ? [.mark(["a", "b"][random.below(2)], [nil, 1, 2, 3][random.below(4)])]
            + Self.edit(of: draft.state.rows, &random, making: 10 + number)
          : [Self.edit(of: draft.state.list, &random)]
        var letters = [Self.edit(of: draft.state.text, &random)]
        if replaces, case .delete(let place, _) = letters[0] {
          // Beside others a difference does not tell equal letters apart that came from several steps.
          letters.append(.type(isNamed ? ["a", "b", "ab"][random.below(3)] : "\(number)", at: place))
        }
        for edit in letters + others {
          script.append("\(edit)")
          try draft.send(edit)
        }
      }
    }
    var isRefused = false
    while case let some = try store.review(since: start, by: "agent").changes, !some.isEmpty, !isRefused {
      let chosen = some.filter { _ in random.below(3) == 0 }
      if chosen.isEmpty { continue }
      script.append(chosen.map { "\($0.moment.id) \($0)" }.joined(separator: "; "))
      do {
        try store.reject(chosen)
      } catch StoreError.nothingLeft {
        // It was about what was rejected before. Of letters and elements the rest can be rejected all the same.
        if chosen.count == some.count { break }
        isRefused = isNamed && !goesOn
      } catch is MergeError where isNamed || replaces {
        isRefused = true
      }
    }
    if isRefused { return false }
    #expect(store.state == before, "seed \(seed)\n\(script.joined(separator: "\n"))")
    return true
  }

  private static func edit(of text: PersistentText, _ random: inout SplitMix64) -> Sheet.Action {
    let length = text.utf8.count
    if length == 0 || random.below(2) == 0 {
      return .type(["a", "b", "ab"][random.below(3)], at: random.below(length + 1))
    }
    let place = random.below(length)
    return .delete(at: place, count: 1 + random.below(min(2, length - place)))
  }

  private static func edit(of list: [Int], _ random: inout SplitMix64) -> Sheet.Action {
    if list.isEmpty || random.below(2) == 0 {
      return .insert(random.below(3), at: random.below(list.count + 1))
    }
    return .remove(at: random.below(list.count))
  }

  private static func edit(
    of rows: [UndoneStepsTests.Row],
    _ random: inout SplitMix64,
    making id: Int
  ) -> [Sheet.Action] {
    if rows.isEmpty { return [.row(id, at: 0)] }
    let place = random.below(rows.count)
    return switch random.below(4) {
    case 0: [.row(id, at: place)]
    case 1: [.removeRow(at: place)]
    case 2: [.title(["A", "B", "C"][random.below(3)], at: place)]
    default: [.move(from: place, to: random.below(rows.count))]
    }
  }
}
