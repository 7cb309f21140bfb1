@testable import StrataCore

/// A history that keeps full copies in a list and finds everything by searching: slow, and plain enough to be right.
struct NaiveHistory {
  struct Point {
    var id: Int
    var parent: Int?
    var label: String
    var time: Int64
    var part: [Int]
    var before: Int
    var after: Int
  }

  var points: [Point]
  var present = 0
  var lineEnd = 0
  var saved: Int? = 0
  var openKey: String?
  var limit = Int.max
  var nextID = 1

  init(_ part: [Int], restored: Int, at time: Int64, from number: Int = 0) {
    (present, lineEnd, saved, nextID) = (number, number, number, number + 1)
    points = [
      Point(
        id: number,
        parent: nil,
        label: "Start",
        time: time,
        part: part,
        before: restored,
        after: restored
      )
    ]
  }

  func point(_ id: Int) -> Point? { points.first { $0.id == id } }
  func children(of id: Int) -> [Int] { points.filter { $0.parent == id }.map(\.id).sorted(by: >) }

  /// The moment and everything above it, nearest first.
  func ancestors(of id: Int) -> [Int] {
    var ids: [Int] = []
    var next: Int? = id
    while let current = next {
      ids.append(current)
      next = point(current)?.parent
    }
    return ids
  }

  var undoPath: [Int] { ancestors(of: present).dropLast() }

  var redoPath: [Int] {
    var path = Array(ancestors(of: lineEnd).prefix { $0 != present }.reversed())
    while let next = children(of: path.last ?? present).first { path.append(next) }
    return path
  }

  mutating func record(_ part: [Int], _ step: Step, before: Int, after: Int, at time: Int64) {
    if let merge = step.merge, merge.key == openKey,
      let index = points.firstIndex(where: { $0.id == present }),
      points[index].time <= time, time - points[index].time <= Int64(merge.window / .nanoseconds(1))
    {
      points[index].part = part
      points[index].label = step.label
      points[index].time = time
      points[index].after = after
      return
    }
    points.append(
      Point(
        id: nextID,
        parent: present,
        label: step.label,
        time: time,
        part: part,
        before: before,
        after: after
      )
    )
    (present, lineEnd) = (nextID, nextID)
    openKey = step.merge?.key
    nextID += 1
    trim()
  }

  mutating func go(_ movement: Movement) -> (part: [Int], restored: Int)? {
    let target: Int?
    switch movement {
    case .step(.back): target = undoPath.isEmpty ? nil : point(present)?.parent
    case .step(.forward): target = redoPath.first
    case .jump(let id): target = point(id.number)?.id
    }
    guard let target, let arrived = point(target), let left = point(present) else { return nil }
    if !ancestors(of: lineEnd).contains(target) { lineEnd = target }
    present = target
    openKey = nil
    return (arrived.part, movement == .step(.back) ? left.before : arrived.after)
  }

  mutating func markSaved() {
    saved = present
    openKey = nil
  }

  mutating func setLimit(_ limit: Int) {
    self.limit = limit
    trim()
  }

  mutating func forgetAhead() {
    let ahead = Set(points.map(\.id).filter { $0 != present && ancestors(of: $0).contains(present) })
    if ahead.contains(lineEnd) { lineEnd = present }
    if let id = saved, ahead.contains(id) { saved = nil }
    points.removeAll { ahead.contains($0.id) }
  }

  private mutating func trim() {
    while points.count - 1 > limit {
      let line = Set(undoPath + [present] + redoPath)
      let ends = points.map(\.id).filter { children(of: $0).isEmpty }.sorted()
      let oldest = points.filter { $0.parent == nil }[0].id
      let victim: Int
      if let tip = ends.first(where: { !line.contains($0) }) {
        victim = tip
      } else if oldest != present {
        victim = oldest
      } else {
        victim = ends[0]
      }
      if lineEnd == victim { lineEnd = point(victim)?.parent ?? present }
      for index in points.indices where points[index].parent == victim { points[index].parent = nil }
      points.removeAll { $0.id == victim }
      if saved == victim { saved = nil }
    }
  }
}
