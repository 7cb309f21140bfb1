import Strata

/// What undo leaves alone: where the person is, and where new ids come from.
public struct Session: Equatable, Sendable {
  /// The ids of the todos that are selected. Some may be gone by now.
  public var selection: IDSet = []
  /// The page that the person chose to look at; nil for the newest, whichever that is.
  public var page: Day?
  /// What pages leave out.
  public var filter = PageFilter()
  /// Where new ids come from.
  public var ids = IDCounter()

  /// The session of a new workspace.
  public init() {}
}

extension Session: Described {
  /// Tells the fields.
  public static func describe(_ field: inout Fields<Session>) {
    field("selection", \.selection)
    field("page", \.page)
    field("filter", \.filter)
    field("ids", \.ids)
  }
}
