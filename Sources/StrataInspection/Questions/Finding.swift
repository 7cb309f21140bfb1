import StrataCore

/// A moment in which a text was found.
public struct FoundMoment: Hashable, Sendable {
  /// The moment.
  public let moment: Moment
  /// Whether its label, its author, its name or what was noted beside it has the text.
  public let isInWords: Bool
  /// The paths at which the step wrote or removed the text.
  public let paths: [ValuePath]
}

extension Inspection {
  /// The moments whose steps touched a text, the oldest first: in a value, in a key, or in their labels.
  ///
  /// Capital letters and small ones are the same. Of a step that cannot be read, its words alone are looked through.
  ///
  /// - Complexity: O(moments, and what they changed).
  public func moments(touching text: String) -> [FoundMoment] {
    let wanted = text.lowercased()
    var found: [FoundMoment] = []
    for moment in moments {
      let words = [
        moment.label, moment.author.rawValue, moment.checkpoint ?? "", moment.note.map { "\($0)" } ?? "",
      ]
      let isInWords = words.contains { $0.lowercased().contains(wanted) }
      var paths: [ValuePath] = []
      for change in (try? step(to: moment.id))?.changes ?? [] {
        let path = ValuePath(along: change.path)
        if paths.last != path, change.has(wanted) { paths.append(path) }
      }
      if isInWords || !paths.isEmpty {
        found.append(FoundMoment(moment: moment, isInWords: isInWords, paths: paths))
      }
    }
    return found
  }

  /// The moment that was the newest at a time; nil where all came later.
  public func moment(at time: Timestamp) -> Moment? { moments.last { $0.time <= time } }
}

extension PatchChange {
  fileprivate func has(_ wanted: String) -> Bool {
    if path.last?.component.lowercased().contains(wanted) == true { return true }
    return switch kind {
    case .updated(let old, let new), .spliced(_, let old, let new): old.has(wanted) || new.has(wanted)
    case .inserted(let value), .removed(let value): value.has(wanted)
    }
  }
}

extension PlainValue {
  /// Whether a text is in this one, in a name or in a value.
  fileprivate func has(_ wanted: String) -> Bool {
    switch self {
    case .text(let text): text.lowercased().contains(wanted)
    case .list(let list): list.contains { $0.has(wanted) }
    case .record(let record):
      record.members.contains { $0.name.lowercased().contains(wanted) || $0.value.has(wanted) }
    case .null: false
    default: "\(self)".contains(wanted)
    }
  }
}
