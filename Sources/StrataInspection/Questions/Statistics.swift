import StrataCore

/// What the steps of a history take, and where.
public struct InspectionStatistics: Hashable, Sendable {
  /// How many moments there are.
  public var moments = 0
  /// How many bytes their steps take, in the log or in memory.
  public var bytes = 0
  /// What was changed at each place, that of the most bytes first. Keys and positions are left out of the paths: `todos[*].title`.
  public var places: [Share] = []
  /// What each author did, whoever took the most bytes first.
  public var authors: [Share] = []
  /// The steps that take the most bytes, the largest first.
  public var largest: [Step] = []

  /// What falls to a place or an author.
  public struct Share: Hashable, Sendable {
    /// The place or the author.
    public var name: String
    /// How many steps had to do with it.
    public var steps = 0
    /// How many bytes: of a place, those of the values that went and came.
    public var bytes = 0
  }

  /// A step and what it takes.
  public struct Step: Hashable, Sendable {
    /// The moment that it led to.
    public var moment: Moment
    /// How many bytes it takes.
    public var bytes: Int
  }
}

extension Inspection {
  /// What the steps take, by place, by author and one by one.
  ///
  /// A step that cannot be read changed nothing here.
  ///
  /// - Parameter most: How many of the largest steps are named.
  /// - Complexity: O(moments, and what they changed).
  public func statistics(largest most: Int = 5) -> InspectionStatistics {
    var statistics = InspectionStatistics()
    var places: [String: InspectionStatistics.Share] = [:]
    var authors: [Author: InspectionStatistics.Share] = [:]
    for moment in moments {
      let bytes = bytes(of: moment.id)
      statistics.moments += 1
      statistics.bytes += bytes
      authors[moment.author, default: .init(name: "\(moment.author)")].steps += 1
      authors[moment.author]?.bytes += bytes
      statistics.largest.append(.init(moment: moment, bytes: bytes))
      var touched: Set<String> = []
      for change in (try? step(to: moment.id))?.changes ?? [] {
        let place = change.place
        places[place, default: .init(name: place)].bytes += change.bytes
        if touched.insert(place).inserted { places[place]?.steps += 1 }
      }
    }
    statistics.places = places.values.sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
    statistics.authors = authors.values.sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
    statistics.largest.sort { ($1.bytes, $0.moment.id) < ($0.bytes, $1.moment.id) }
    statistics.largest.removeLast(max(0, statistics.largest.count - most))
    return statistics
  }
}

extension PatchChange {
  /// The path without keys and positions.
  fileprivate var place: String {
    var text = ""
    for step in path {
      if case .field(let name) = step {
        text += (text.isEmpty ? "" : ".") + name
      } else {
        text += "[*]"
      }
    }
    return text.isEmpty ? "." : text
  }

  /// How many bytes the values take that went and came.
  fileprivate var bytes: Int {
    switch kind {
    case .updated(let old, let new), .spliced(_, let old, let new): old.json.count + new.json.count
    case .inserted(let value), .removed(let value): value.json.count
    }
  }
}
