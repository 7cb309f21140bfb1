import Testing

@testable import HistoryCosts

@Suite("A combination")
struct CombinationTests {
  @Test("Its description is read back")
  func descriptions() {
    for combination in Combination.all(sizes: [1, 1_000_000]) {
      #expect(Combination(combination.description) == combination)
    }
    for text in [
      "", "journal/typing/attic", "journal/typing/attic/0", "journal/typing/attic/x", "a/typing/attic/1",
    ] {
      #expect(Combination(text) == nil)
    }
  }

  @Test("Every strategy meets every subject and what is done to it at every size, once")
  func all() {
    let all = Combination.all(sizes: [1, 2])
    #expect(all.count == (3 * 11 + 1) * 7 * 2 && Set(all).count == all.count)
  }

  @Test("A combination has to match one name of each kind; a kind without names matches every combination")
  func choosing() {
    let all = Combination.all(sizes: [1])
    func count(_ names: Set<String>) -> Int { all.filter { $0.isAmong(names) }.count }
    #expect(count([]) == 238)
    #expect(count(["journal"]) == 77)
    #expect(count(["journal", "attic"]) == 11)
    #expect(count(["journal", "todos", "attic", "typing"]) == 2)
    #expect(count(["text"]) == 7 && count(["text", "typing"]) == 0)
    #expect(Combination.names.count == 23 && Set(Combination.names).count == 23)
  }

  @Test("Groups have all combinations, those of one process differ in the scenario alone")
  func groups() throws {
    let all = Combination.all(sizes: [1, 2])
    let groups = Group.groups(of: all)
    #expect(groups.count == 4 * 7 * 2)
    #expect(groups.allSatisfy { $0.combinations.count == $0.combinations[0].subject.scenarios.count })
    #expect(Set(groups.flatMap(\.combinations)) == Set(all))
    for group in groups { #expect(Group(argument: group.argument) == group) }
    #expect(Group(argument: "journal/typing/attic/1,journal/typing/attic/2") == nil)
    #expect(Group(argument: "journal/typing/attic/1,nonsense") == nil)
    #expect(Group(argument: "") == nil)
  }
}
