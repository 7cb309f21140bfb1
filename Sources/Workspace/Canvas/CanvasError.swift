/// Why the canvas refused an action; it is as it was.
public enum CanvasError: Error, Equatable, Sendable {
  /// No annotation has this id.
  case noAnnotation(Int)
  /// A place wants two numbers that are not infinite, and are numbers.
  case notAPlace
}

extension CanvasError: CustomStringConvertible {
  /// A sentence for a person, with what to do next.
  public var description: String {
    switch self {
    case .noAnnotation(let id): "There is no annotation \(id)."
    case .notAPlace: "An annotation cannot be there: both coordinates have to be finite numbers."
    }
  }
}
