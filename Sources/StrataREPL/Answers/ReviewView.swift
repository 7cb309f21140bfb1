import Strata
import Workspace

/// What was done since a moment, in what can be rejected by itself, with numbers from 1.
struct ReviewView {
  var items: [Item]
  /// Looks up what some of them did.
  let stories: ([Item], Style) -> [String]

  /// What is rejected as one.
  struct Item {
    var moment: Moment
    /// One change, or what went and came where something was moved in its list: half of that would be a loss, or two of it.
    var changes: [Review.Change]
  }

  init(_ review: Review, stories: @escaping ([Item], Style) -> [String]) {
    (items, self.stories) = ([], stories)
    // Which comes first says where it was moved to.
    var halves: [Moved: Int] = [:]
    for change in review.changes {
      let moved = Moved(change)
      if let place = moved.flatMap({ halves.removeValue(forKey: $0) }) {
        items[place].changes.append(change)
        continue
      }
      if let moved { halves[moved] = items.count }
      items.append(Item(moment: change.moment, changes: [change]))
    }
  }

  /// An element of a list that a step takes away or puts in.
  private struct Moved: Hashable {
    let moment: Moment.ID
    let list: [PathComponent]
    let id: PlainValue

    init?(_ change: Review.Change) {
      guard case .position? = change.change.path.last else { return nil }
      switch change.change.kind {
      case .inserted(let value), .removed(let value):
        guard let id = value["id"] ?? value["tag"] else { return nil }
        self.id = id
      case .updated, .spliced: return nil
      }
      (moment, list) = (change.moment.id, change.change.path.dropLast())
    }
  }
}
