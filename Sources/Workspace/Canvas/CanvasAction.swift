import Strata

extension Canvas {
  /// What can happen on a canvas.
  public enum Action: Equatable, Sendable {
    /// An annotation is made.
    case create(String, at: Point, color: Tint)
    /// Annotations get another colour.
    case recolor(IDSet, Tint)
    /// An annotation goes to another place; dragging it is one step until there is a pause.
    case move(id: Int, to: Point)
    /// An annotation says something else; typing is one step until there is a pause.
    case edit(id: Int, String)
    /// Annotations are deleted.
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
}
