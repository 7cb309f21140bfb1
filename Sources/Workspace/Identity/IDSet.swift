import Strata

/// Ids in ascending order, none twice: what an action is about, and what is selected.
///
///     try store.send(.journal(.complete([3, 5, 8], at: now)))
///
/// The order makes a bulk action the same every time: also which of several errors is the one that is reported.
public struct IDSet: Hashable, Sendable {
  private let ids: [Int]

  /// The ids of a sequence, in whatever order and however often they are there.
  public init(_ ids: some Sequence<Int>) {
    var sorted: [Int] = []
    for id in ids.sorted() where id != sorted.last { sorted.append(id) }
    self.ids = sorted
  }

  /// Whether an id is among them.
  ///
  /// - Complexity: O(log *n*).
  public func contains(_ id: Int) -> Bool { ids.containsInOrder(id) }
}

extension IDSet: ExpressibleByArrayLiteral {
  /// The ids of a literal.
  public init(arrayLiteral ids: Int...) { self.init(ids) }
}

extension IDSet: RandomAccessCollection {
  /// The place of the smallest id.
  public var startIndex: Int { ids.startIndex }
  /// The place behind the greatest id.
  public var endIndex: Int { ids.endIndex }
  /// The id at a place.
  public subscript(index: Int) -> Int { ids[index] }
}

extension IDSet: CustomStringConvertible {
  /// The ids as they are written in a literal.
  public var description: String { ids.description }
}

extension IDSet: Codable {
  /// Decodes ids from a list.
  public init(from decoder: any Decoder) throws { self.init(try [Int](from: decoder)) }
  /// Encodes the ids as a list, in ascending order.
  public func encode(to encoder: any Encoder) throws { try ids.encode(to: encoder) }
}

extension IDSet: DescribedLeaf {}
