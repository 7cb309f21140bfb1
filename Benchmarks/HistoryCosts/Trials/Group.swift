/// Combinations that are measured in one process: they differ in the scenario alone.
struct Group: Equatable, Sendable {
  var combinations: [Combination]

  /// All of `combinations` in groups, in the order of their first ones.
  static func groups(of combinations: [Combination]) -> [Group] {
    var places: [Combination: Int] = [:]
    var groups: [Group] = []
    for combination in combinations {
      var key = combination
      key.scenario = .oneEdit
      if let place = places[key] {
        groups[place].combinations.append(combination)
      } else {
        places[key] = groups.count
        groups.append(Group(combinations: [combination]))
      }
    }
    return groups
  }

  /// As the command line has it.
  var argument: String { combinations.map(\.description).joined(separator: ",") }

  /// Reads what `argument` writes; nil when one of them is none, or they differ in more than the scenario.
  init?(argument: String) {
    let words = argument.split(separator: ",")
    let combinations = words.compactMap { Combination(String($0)) }
    guard combinations.count == words.count, Group.groups(of: combinations).count == 1 else { return nil }
    self.combinations = combinations
  }

  private init(combinations: [Combination]) { self.combinations = combinations }
}
