import Strata

/// A line of moments that leads to one without a successor.
struct Branch {
  /// Where it ends.
  var tip: Moment
  /// The moment of the present's line that it leaves from; the tip itself for that line.
  var origin: Moment
  /// How many steps lead from there to the tip.
  var steps: Int
  /// Whether the present is on it.
  var isPresent: Bool
}

extension Branch {
  /// All branches of a history, the one with the present first and the others from the newest.
  ///
  /// - Complexity: O(moments).
  static func all(of timeline: Timeline) -> [Branch] {
    var parents: [Moment.ID: Moment] = [:]
    var tips: [Moment] = []
    var open = [timeline.oldest]
    while let moment = open.popLast() {
      let next = timeline.branches(after: moment.id)
      if next.isEmpty { tips.append(moment) }
      for child in next { parents[child.id] = moment }
      open += next
    }
    let way = timeline.line
    let line = Set(way)
    let branches = tips.map { tip in
      var (origin, steps) = (tip, 0)
      while !line.contains(origin.id), let parent = parents[origin.id] {
        (origin, steps) = (parent, steps + 1)
      }
      return Branch(tip: tip, origin: origin, steps: steps, isPresent: tip.id == way.last)
    }
    return branches.sorted { ($0.isPresent ? 1 : 0, $0.tip.id) > ($1.isPresent ? 1 : 0, $1.tip.id) }
  }
}
