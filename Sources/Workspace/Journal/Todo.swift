/// Something to do, from the day it was written down.
public struct Todo: Codable, Equatable, Identifiable, Sendable {
  /// The number by which the person and the actions name it.
  public let id: Int
  /// What is to be done.
  public var title: String
  /// The page on which it was written.
  public var start: Day
  /// Whether it has been done.
  public var isDone = false
}
