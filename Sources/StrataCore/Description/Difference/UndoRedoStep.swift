import PersistentCollections

/// The effect of a step on one entity: the entity before the step, and the entity after it.
///
///     let step = UndoRedoStep(old: before.annotations[id], new: after.annotations[id])
///     step.kind        // .updated
///     step.flipped()   // the effect of undoing the step
///
/// Compare two versions of a map to find the effects of a step on all entities that it touched:
/// `after.annotations.changes(from: before.annotations).map { ($0.key, UndoRedoStep($0)) }`.
public struct UndoRedoStep<Entity> {
  /// The entity before the step; nil when the step created it.
  public private(set) var old: Entity?
  /// The entity after the step; nil when the step deleted it.
  public private(set) var new: Entity?

  /// Makes a step from what an entity was and is.
  public init(old: Entity?, new: Entity?) {
    self.old = old
    self.new = new
  }

  /// Turns the step around: doing becomes undoing. Flipping twice gives the step back.
  public mutating func flip() {
    swap(&old, &new)
  }

  /// Returns the step turned around.
  public func flipped() -> UndoRedoStep {
    UndoRedoStep(old: new, new: old)
  }
}

/// The kinds of effect that a step can have on an entity.
public enum UndoRedoKind: Hashable, Sendable {
  /// The entity is new.
  case created
  /// The entity changed.
  case updated
  /// The entity is gone.
  case deleted
  /// The entity is as it was, or was not there before and is not there now.
  case unchanged
}

extension UndoRedoStep where Entity: Equatable {
  /// The kind of effect that the step has on the entity.
  public var kind: UndoRedoKind {
    switch (old, new) {
    case (nil, nil): .unchanged
    case (nil, _?): .created
    case (_?, nil): .deleted
    case (let old?, let new?): old == new ? .unchanged : .updated
    }
  }
}

extension UndoRedoStep: Equatable where Entity: Equatable {}
extension UndoRedoStep: Hashable where Entity: Hashable {}
extension UndoRedoStep: Sendable where Entity: Sendable {}

extension UndoRedoStep {
  /// Makes a step from a change of a map's value.
  public init<Key>(_ change: Change<Key, Entity>) {
    self.init(old: change.oldValue, new: change.newValue)
  }
}
