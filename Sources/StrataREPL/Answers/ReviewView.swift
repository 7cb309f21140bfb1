import Strata
import Workspace

/// What was done since a moment, in what can be rejected by itself, with numbers from 1.
struct ReviewView {
  var items: [Item]
  /// Looks up what some of them did.
  let stories: ([Item], Style) -> [String]

  /// What is rejected as one.
  struct Item {
    /// All changes, which lie where the review has them: of a hundred thousand, a copy of each takes long.
    private let all: [Review.Change]
    private let first: Int
    /// What came where something went, or went where it came, as it was moved in its list: half of that would be a loss, or two
    /// of it.
    fileprivate(set) var other: Int?

    fileprivate init(_ first: Int, of all: [Review.Change]) { (self.first, self.all) = (first, all) }

    var moment: Moment { all[first].moment }
    /// What it did, or the first of both.
    var change: PatchChange { all[first].change }
    var changes: [Review.Change] { other.map { [all[first], all[$0]] } ?? [all[first]] }
  }

  init(_ review: Review, stories: @escaping ([Item], Style) -> [String]) {
    (items, self.stories) = ([], stories)
    // Which comes first says where it was moved to.
    var halves: [Moved: Int] = [:]
    let changes = review.changes
    items.reserveCapacity(changes.count)
    for number in changes.indices {
      let moved = Moved(changes[number])
      if let place = moved.flatMap({ halves.removeValue(forKey: $0) }) {
        items[place].other = number
        continue
      }
      if let moved { halves[moved] = items.count }
      items.append(Item(number, of: changes))
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
