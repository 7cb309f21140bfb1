import Foundation

/// A recorded session of two people in one text, as it happened: each typed on, and now and then had what the other one
/// had typed.
///
/// Files are JSON, as the concurrent ones of the public collection *editing-traces* are.
public struct ConcurrentTrace: Decodable, Sendable {
  /// The text that both had in the end.
  public let endContent: String
  /// The transactions, each after all transactions that it was typed upon.
  public let txns: [Transaction]

  /// Edits of one person.
  public struct Transaction: Decodable, Sendable {
    /// The newest transactions that were known to the person.
    public let parents: [Int]
    /// The number of the person.
    public let agent: Int
    /// The edits, one after the other, in the text as it was then.
    public let patches: [EditingTrace.Edit]
  }

  /// Reads a trace.
  ///
  /// - Throws: `EditingTrace.UnreadableTrace` where `gzip` cannot read it, or what reading and decoding throw.
  public static func read(_ path: String) throws -> ConcurrentTrace {
    try JSONDecoder().decode(ConcurrentTrace.self, from: EditingTrace.contents(path))
  }

  /// How many transactions of each of two people were known at each one, its own among them.
  public var known: [[Int]] {
    var known: [[Int]] = []
    for one in txns {
      var counts = one.parents.reduce([0, 0]) { counts, parent in
        zip(counts, known[parent]).map { Swift.max($0, $1) }
      }
      counts[one.agent] += 1
      known.append(counts)
    }
    return known
  }
}
