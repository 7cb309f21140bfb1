import PersistentCollections
import Strata

/// A canvas with annotations; later annotations lie over earlier ones.
@Described
public struct Canvas: Equatable, Sendable {
  /// The annotations by id, which is the order in which they were made.
  public internal(set) var annotations: PersistentSortedMap<Int, Annotation> = [:]

  /// Makes an empty canvas.
  public init() {}

}

/// A remark at a place of the canvas.
public struct Annotation: Equatable, Identifiable, Sendable {
  /// The number that the person and the actions use as its name.
  public internal(set) var id: Int
  /// The colour.
  public internal(set) var color: Tint
  /// The place.
  public internal(set) var position: Point
  /// The remark.
  public internal(set) var text: String
}

/// A place on the canvas.
public struct Point: Equatable, Sendable {
  /// The distance from the left edge.
  public var x: Double
  /// The distance from the upper edge.
  public var y: Double

  /// Makes a place at distances from the upper left corner.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

extension Annotation: Described {
  /// Makes an empty remark.
  public init() { self.init(id: 0, color: .blue, position: Point(), text: "") }

  /// Describes the stored fields.
  public static func describe(_ field: inout Fields<Annotation>) {
    field("id", \.id)
    field("color", \.color)
    field("position", \.position)
    field("text", \.text)
  }
}

extension Point: Described {
  /// Makes the upper left corner.
  public init() { self.init(x: 0, y: 0) }

  /// Describes the stored fields.
  public static func describe(_ field: inout Fields<Point>) {
    field("x", \.x)
    field("y", \.y)
  }
}

extension Canvas {
  /// Everything that can happen on a canvas.
  public enum Action: Equatable, Sendable {
    /// Makes an annotation.
    case create(String, at: Point, color: Tint)
    /// Gives annotations another colour.
    case recolor(IDSet, Tint)
    /// Moves an annotation; dragging is one step until there is a pause.
    case move(id: Int, to: Point)
    /// Gives an annotation another text; typing is one step until there is a pause.
    case edit(id: Int, String)
    /// Deletes annotations.
    case delete(IDSet)

    var recording: Recording {
      switch self {
      case .create: .step("Create Annotation")
      case .recolor(let ids, _): .step(label("Recolour", ids.count, "Annotation", "Annotations"))
      case .move(let id, _): .gesture("Move Annotation", on: "place of annotation \(id)")
      case .edit(let id, _): .gesture("Edit Annotation", on: "text of annotation \(id)")
      case .delete(let ids): .step(label("Delete", ids.count, "Annotation", "Annotations"))
      }
    }
  }

  /// Changes the canvas as `action` says, with new ids from `ids`.
  ///
  /// - Throws: `CanvasError` when the action does not fit, and `IDCounter.Exhausted`. The canvas is then unchanged.
  mutating func reduce(_ action: Action, ids: inout IDCounter) throws {
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

/// The reason why the canvas refused an action; it is unchanged.
public enum CanvasError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No annotation has this id.
  case noAnnotation(Int)
  /// A coordinate is infinite or not a number.
  case notAPlace

  /// A sentence for a person, with the next step.
  public var description: String {
    switch self {
    case .noAnnotation(let id): "There is no annotation \(id)."
    case .notAPlace: "An annotation cannot be there: both coordinates have to be finite numbers."
    }
  }
}
