import Strata

/// A remark at some place of the canvas.
public struct Annotation: Equatable, Identifiable, Sendable {
  /// The number by which the person and the actions name it.
  public internal(set) var id: Int
  /// The colour that it is shown in.
  public internal(set) var color: Tint
  /// Where it is.
  public internal(set) var position: Point
  /// What it says.
  public internal(set) var text: String
}

/// A place on the canvas.
public struct Point: Equatable, Sendable {
  /// How far to the right it is.
  public var x: Double
  /// How far down it is.
  public var y: Double

  /// The place at the given distances from the upper left corner.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

extension Annotation: Described {
  /// A remark that says nothing.
  public init() { self.init(id: 0, color: .blue, position: Point(), text: "") }

  /// Tells the fields.
  public static func describe(_ field: inout Fields<Annotation>) {
    field("id", \.id)
    field("color", \.color)
    field("position", \.position)
    field("text", \.text)
  }
}

extension Point: Described {
  /// The upper left corner.
  public init() { self.init(x: 0, y: 0) }

  /// Tells the fields.
  public static func describe(_ field: inout Fields<Point>) {
    field("x", \.x)
    field("y", \.y)
  }
}
