import Strata

/// Gives out numbers, none of them twice.
///
/// The counter lies outside the undo domain. The id of a todo whose addition was undone is not given to the next todo,
/// so an older step that names the id can never change another todo.
@Described
public struct IDCounter: Equatable, Sendable {
  /// The numbers that can be ids; the greatest `Int` is none, so that there is always a place behind the last id.
  public static let ids = 1..<Int.max

  /// The count of numbers for each of several machines: those of machine 2 begin at 2,000,000,001.
  ///
  /// So two machines never give one number to two things, and share no counter. A workspace that is alone uses the
  /// numbers of machine 0.
  public static let perSite = 1_000_000_000
  /// The numbers that machines can have.
  public static let sites = 1..<Int.max / perSite

  /// The greatest number that was given out, or met elsewhere.
  public internal(set) var last = 0

  /// Makes a counter that has given out nothing.
  public init() {}

  /// Returns a number that was never returned before.
  ///
  /// - Throws: `Exhausted` when no number is left.
  mutating func next() throws(Exhausted) -> Int {
    guard Self.ids.contains(last + 1), !(last + 1).isMultiple(of: Self.perSite) else { throw Exhausted() }
    last += 1
    return last
  }

  /// Makes every later number greater than an id that came from elsewhere.
  mutating func raise(above id: Int) {
    last = max(last, min(id, Self.ids.upperBound - 1))
  }

  /// Gives out the numbers of a machine from now on; 0 is a workspace that is alone.
  mutating func enter(_ site: Int) {
    if Self.sites.contains(site), last / Self.perSite != site { last = site * Self.perSite }
  }

  /// The first number behind those of a machine.
  static func end(of site: Int) -> Int { sites.contains(site) ? (site + 1) * perSite : ids.upperBound }

  /// The error of a counter that has given out all its numbers.
  public struct Exhausted: Error, Equatable, CustomStringConvertible {
    /// A sentence for a person.
    public var description: String {
      "This workspace has used up all its numbers; nothing can be added to it."
    }
  }
}

/// Ids in ascending order, none twice: the subjects of an action, or the selection.
///
///     try store.send(.journal(.complete([3, 5, 8], at: now)))
///
/// The order makes a bulk action deterministic: of several errors, it always reports the same one.
public struct IDSet: Hashable, Sendable {
  private let ids: [Int]

  /// Makes a set of the ids in a sequence, in any order.
  public init(_ ids: some Sequence<Int>) {
    var sorted: [Int] = []
    for id in ids.sorted() where id != sorted.last { sorted.append(id) }
    self.ids = sorted
  }

  /// Whether the set contains an id.
  ///
  /// - Complexity: O(log *n*).
  public func contains(_ id: Int) -> Bool { ids.containsInOrder(id) }
}

extension IDSet: ExpressibleByArrayLiteral {
  /// Makes a set of the ids in a literal.
  public init(arrayLiteral ids: Int...) { self.init(ids) }
}

extension IDSet: RandomAccessCollection {
  /// The position of the smallest id.
  public var startIndex: Int { ids.startIndex }
  /// The position behind the greatest id.
  public var endIndex: Int { ids.endIndex }
  /// The id at a position.
  public subscript(index: Int) -> Int { ids[index] }
}

extension IDSet: CustomStringConvertible {
  /// The ids in the form of a literal.
  public var description: String { ids.description }
}

extension IDSet: DescribedLeaf {
  /// Decodes ids from a list.
  public init(from decoder: any Decoder) throws { self.init(try [Int](from: decoder)) }
  /// Encodes the ids as a list, in ascending order.
  public func encode(to encoder: any Encoder) throws { try ids.encode(to: encoder) }
}

extension RandomAccessCollection where Index == Int {
  /// The first position whose element fulfils a condition, which holds for all elements behind it and for none before.
  ///
  /// - Complexity: O(log *n*) elements are read.
  func firstIndexInOrder(where isTrue: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isTrue(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension RandomAccessCollection where Element: Comparable, Index == Int {
  /// Whether a collection in ascending order contains an element.
  ///
  /// - Complexity: O(log *n*) elements are read.
  func containsInOrder(_ element: Element) -> Bool {
    let place = firstIndexInOrder { $0 >= element }
    return place < endIndex && self[place] == element
  }
}
