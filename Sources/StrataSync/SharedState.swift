import StrataCore

/// A state of which parts are shared by several machines, each with a store of its own.
///
///     extension AppState: Shared {
///       static var sharing: WritableKeyPath<AppState, Sharing> & Sendable { \.sharing }
///       static var shared: [PartialKeyPath<AppState> & Sendable] { [\.document] }
///     }
///
/// An engine that all of them reach, such as a table in a database, puts their changes in one order. A store has applied
/// that order up to some position. The store's own changes that are not published yet lie on top of that, and are carried
/// over the changes that arrive. So at one position, without changes of their own, all machines have the same shared parts,
/// bit for bit. Fields that no key path of ``shared`` leads to stay at home: the selection, a window, a filter.
///
/// The store's notes about the order are a field of the state like any other. So they are written with the change that they
/// belong to, and no crash comes between the two.
public protocol SharedState: ChangeNoting where Notes == Sharing {
  /// The field of the store's notes about the order: a described field, outside of the part that undo covers. The store
  /// alone changes it.
  static var sharing: WritableKeyPath<Self, Sharing> & Sendable { get }
  /// The described fields that are shared.
  static var shared: [PartialKeyPath<Self> & Sendable] { get }
}

extension SharedState {
  /// The field of the store's own notes: ``sharing``.
  public static var notes: WritableKeyPath<Self, Sharing> & Sendable { sharing }

  /// Returns whether the store has joined: only then are changes noted.
  public static func areTaken(_ notes: Sharing) -> Bool { notes.site != 0 }

  /// Returns what adds changes of the shared parts to the own changes without a place in the order.
  public static func noteTaker() -> NoteTaker<Self> {
    let fields = Result { () throws(SharingError) in try SharedFields(of: Self.self) }
    return { before, after, sharing, words in
      let patch = try fields.get().difference(from: before, to: after)
      if patch.isEmpty { return nil }
      var sharing = sharing
      try sharing.add(words(), patch)
      return sharing
    }
  }
}
