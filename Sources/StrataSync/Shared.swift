import StrataCore

/// A state of which parts are shared by several machines, each with a store of its own.
///
///     extension AppState: Shared {
///       static var sharing: WritableKeyPath<AppState, Sharing> & Sendable { \.sharing }
///       static var shared: [PartialKeyPath<AppState> & Sendable] { [\.document] }
///     }
///
/// An engine that all of them reach, such as a table in a database, puts their changes in one order. A store has applied
/// that order up to some position; what it has changed itself and not published yet lies on top of that, and is carried over
/// what arrives. So at one position, without changes of their own, all machines have the same shared parts, bit for bit.
/// What no key path of ``shared`` leads to stays at home: the selection, a window, a filter.
///
/// What a store knows of the order is a field of the state like any other. So it is written with the change that it belongs
/// to, and no crash comes between the two.
public protocol Shared: NotingChanges where Notes == Sharing {
  /// Where the store keeps what it knows of the order: a described field, outside of what undo covers. The store alone
  /// changes it.
  static var sharing: WritableKeyPath<Self, Sharing> & Sendable { get }
  /// The described fields that are shared.
  static var shared: [PartialKeyPath<Self> & Sendable] { get }
}

extension Shared {
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
