/// The identity that makes two values versions of one thing, for types that are `Identifiable`. An element of a list is
/// then recognized at any position, and one thing never becomes another.
struct EntityIdentity {
  /// Whether two values, as they lie in memory, are of one thing.
  let isShared: (_ old: ValuePlace, _ new: ValuePlace) -> Bool
  /// The identity of a value.
  let name: (ValuePlace) -> AnyHashable
  /// A hash that is the same for all values of one thing.
  let hash: (ValuePlace) -> Int

  /// The identity of a type's values; nil for a type that has none.
  init?(of type: Any.Type) {
    guard let type = type as? any Identifiable.Type else { return nil }
    self.init(ofValues: type)
  }

  private init<Entity: Identifiable>(ofValues type: Entity.Type) {
    isShared = { old, new in
      old.pointer(to: Entity.self).pointee.id
        == new.pointer(to: Entity.self).pointee.id
    }
    name = { AnyHashable($0.pointer(to: Entity.self).pointee.id) }
    hash = { $0.pointer(to: Entity.self).pointee.id.hashValue }
  }
}
