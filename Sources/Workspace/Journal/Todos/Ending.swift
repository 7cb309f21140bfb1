import Strata

/// How and when a todo ended.
public struct Ending: Equatable, Sendable {
  /// How a todo can end.
  public enum Kind: String, Codable, CaseIterable, Sendable {
    /// It was done.
    case done
    /// It was given up.
    case abandoned
  }

  /// When it ended, as the clock on the wall had it.
  public internal(set) var time: WallTime
  /// How it ended.
  public internal(set) var kind: Kind
}

extension Ending: Described {
  /// Done, on the first day that there is.
  public init() { self.init(time: .midnight(of: .first), kind: .done) }

  /// Tells the fields.
  public static func describe(_ field: inout Fields<Ending>) {
    field("time", \.time)
    field("kind", \.kind)
  }
}

extension Ending.Kind: DescribedLeaf {}
