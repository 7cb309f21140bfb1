/// The change of one key between two versions of a map.
public enum Change<Key, Value> {
  /// The key is in the newer version only.
  case inserted(key: Key, value: Value)
  /// The key is in the older version only.
  case removed(key: Key, value: Value)
  /// The key is in both versions, with different values.
  case updated(key: Key, old: Value, new: Value)

  /// The key that the change is about.
  public var key: Key {
    switch self {
    case .inserted(let key, _), .removed(let key, _), .updated(let key, _, _): key
    }
  }

  /// The value before the change, if there was one.
  public var oldValue: Value? {
    switch self {
    case .inserted: nil
    case .removed(_, let value): value
    case .updated(_, let old, _): old
    }
  }

  /// The value after the change, if there is one.
  public var newValue: Value? {
    switch self {
    case .inserted(_, let value): value
    case .removed: nil
    case .updated(_, _, let new): new
    }
  }

  /// The change that leads back.
  public var inverse: Change {
    switch self {
    case .inserted(let key, let value): .removed(key: key, value: value)
    case .removed(let key, let value): .inserted(key: key, value: value)
    case .updated(let key, let old, let new): .updated(key: key, old: new, new: old)
    }
  }
}

extension Change: Equatable where Key: Equatable, Value: Equatable {}
extension Change: Hashable where Key: Hashable, Value: Hashable {}
extension Change: Sendable where Key: Sendable, Value: Sendable {}
