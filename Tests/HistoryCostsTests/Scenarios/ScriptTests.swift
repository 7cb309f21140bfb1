import Measuring
import Testing

@testable import HistoryCosts

@Suite("A script")
struct ScriptTests {
  func edits(_ scenario: Scenario, count: Int, steps: Int) -> [[Edit]] {
    var script = Script(scenario, over: Todos.self, count: count)
    return (0..<steps).map { _ in
      script.nextStep().compactMap { command in
        if case .send(let edit) = command { edit } else { nil }
      }
    }
  }

  @Test("It is the same every time", arguments: SubjectName.todos.scenarios)
  func repeatable(scenario: Scenario) {
    let (first, second) = (edits(scenario, count: 100, steps: 20), edits(scenario, count: 100, steps: 20))
    #expect("\(first)" == "\(second)")
    #expect(first.allSatisfy { $0.filter { !$0.isContinued }.count == 1 })
    #expect(first.allSatisfy { $0.count == scenario.strokes })
  }

  @Test(
    "Labels and texts are no flattering data: all are different",
    arguments: [Scenario.scattered, .append, .branches]
  )
  func distinct(scenario: Scenario) {
    let edits = edits(scenario, count: 100, steps: 200).flatMap { $0 }
    #expect(Set(edits.map(\.label)).count == edits.count)
    #expect(Set(edits.map(\.text)).count == edits.count)
    #expect(edits.allSatisfy { $0.text.utf8.count >= 20 })
  }

  @Test(
    "A bulk edit is about its share of all items, no one twice",
    arguments: [(Scenario.bulk1, 1_000, 10), (.bulk10, 1_000, 100), (.bulk1, 100, 1)]
  )
  func bulk(scenario: Scenario, count: Int, share: Int) {
    for step in edits(scenario, count: count, steps: 20) {
      guard case .file(let keys, _) = step[0].change else {
        Issue.record("\(step[0]) files nothing")
        continue
      }
      #expect(keys.count == share && Set(keys).count == share)
      #expect(keys.allSatisfy { Todos.keys(of: count).items.contains($0) })
    }
  }

  @Test("A typist types words, takes the ends of some back and types them again, here and there")
  func typist() {
    var (letters, removed, jumps) = (Array(Typist.text(of: 500)), 0, 0)
    #expect(letters.count == 500 && letters.allSatisfy(\.isASCII))
    var (typist, last) = (Typist(500, SplitMix64(seed: 42)), 500)
    for _ in 0..<2_000 {
      switch typist.next() {
      case .insert(let letter, let place):
        if place != last { jumps += 1 }
        letters.insert(letter, at: place)
        last = place + 1
      case .remove(let place):
        #expect(place == last - 1)
        letters.remove(at: place)
        removed += 1
        last = place
      }
    }
    #expect(jumps > 20 && removed > 50 && letters.count == 2_500 - 2 * removed)
    #expect(String(letters).contains(" version "))
  }

  @Test("Typed text grows letter by letter, and is one gesture")
  func typing() {
    for step in edits(.typing, count: 10, steps: 3) {
      #expect(
        zip(step, step.dropFirst()).allSatisfy {
          $1.text.hasPrefix($0.text) && $1.text.count == $0.text.count + 1
        }
      )
      #expect(step.allSatisfy { $0.isGesture })
      #expect(step.map(\.isContinued) == [false] + Array(repeating: true, count: 23))
    }
  }
}
