import PersistentCollections
import Strata

/// A canvas with annotations; later ones lie over earlier ones.
public struct Canvas: Equatable, Sendable {
  /// The annotations by id, which is the order in which they were made.
  public internal(set) var annotations: PersistentSortedMap<Int, Annotation> = [:]

  /// A canvas with nothing on it.
  public init() {}

  /// Changes the canvas as `action` says, taking new ids from `ids`.
  ///
  /// - Throws: `CanvasError` when the action does not fit, and `IDCounter.Exhausted`. The canvas is then as it was.
  public mutating func reduce(_ action: Action, ids: inout IDCounter) throws {
    switch action {
    case .create(let text, let position, let color):
      try requirePlace(position)
      let id = try ids.next()
      annotations[id] = Annotation(id: id, color: color, position: position, text: text)
    case .recolor(let ids, let color):
      try change(ids) { $0.color = color }
    case .move(let id, let position):
      try requirePlace(position)
      try change([id]) { $0.position = position }
    case .edit(let id, let text):
      try change([id]) { $0.text = text }
    case .delete(let ids):
      try requireAll(ids)
      for id in ids { annotations[id] = nil }
    }
  }

  private mutating func change(_ ids: IDSet, _ change: (inout Annotation) -> Void) throws(CanvasError) {
    try requireAll(ids)
    for id in ids {
      if var annotation = annotations[id] {
        change(&annotation)
        annotations[id] = annotation
      }
    }
  }

  private func requireAll(_ ids: IDSet) throws(CanvasError) {
    for id in ids where annotations[id] == nil { throw .noAnnotation(id) }
  }

  private func requirePlace(_ point: Point) throws(CanvasError) {
    guard point.x.isFinite, point.y.isFinite else { throw .notAPlace }
  }
}

extension Canvas: Described {
  /// Tells the fields.
  public static func describe(_ field: inout Fields<Canvas>) {
    field("annotations", \.annotations)
  }
}

extension Canvas: Validated {
  /// Refuses what cannot be one.
  public func validate() throws { try require(inconsistency()) }
}
