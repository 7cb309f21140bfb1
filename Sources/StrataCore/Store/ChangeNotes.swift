/// A state that notes its own changes in one of its fields, such as for other machines that have not heard of them yet.
///
/// The store writes the note with the change, so no crash comes between the two. It asks once for what takes the notes, and for
/// each change whether there are any to take.
public protocol ChangeNoting: DescribedValue {
  /// The notes of a state about its own changes.
  associatedtype Notes: Equatable & Sendable
  /// The field of the notes, outside of what undo covers.
  static var notes: WritableKeyPath<Self, Notes> & Sendable { get }
  /// Returns whether changes are noted at present.
  static func areTaken(_ notes: Notes) -> Bool
  /// Returns what adds a change to notes; its result is nil where there is nothing to note.
  static func noteTaker() -> NoteTaker<Self>
}

/// Adds a change between two states to the notes of the first one.
public typealias NoteTaker<State: ChangeNoting> =
  @Sendable (_ before: State, _ after: State, State.Notes, _ words: () -> ChangeWords) throws -> State.Notes?

/// The author, the label and the time of a change that is noted.
public struct ChangeWords: Sendable {
  /// The author of the change.
  public let author: Author
  /// The label of the change.
  public let label: String
  /// The time of the change.
  public let time: Timestamp

  /// Makes the words of a change.
  public init(author: Author, label: String, time: Timestamp) {
    (self.author, self.label, self.time) = (author, label, time)
  }
}

/// How a store notes its own changes, where its state is ``ChangeNoting``.
struct ChangeNotes: Sendable {
  /// Returns the version to come with the note in it; nil where there is nothing to note.
  let noting: @Sendable (AnyVersion, AnyVersion, () -> ChangeWords) throws -> AnyVersion?
  /// Whether the state at an address takes notes.
  private let areTaken: @Sendable (ValuePlace) -> Bool

  /// Nil where the state notes nothing.
  init?<State: Reducible>(of state: State.Type) {
    func make<Known: ChangeNoting>(_: Known.Type) -> ChangeNotes { ChangeNotes(known: Known.self) }
    guard let type = State.self as? any ChangeNoting.Type else { return nil }
    self = make(type)
  }

  private init<Known: ChangeNoting>(known: Known.Type) {
    let noteTaker = Known.noteTaker()
    // Walking a key path takes fifty times as long as looking where it leads; see ``DomainField``.
    let offset = MemoryLayout<Known>.offset(of: Known.notes)
    areTaken = { state in
      guard let offset else {
        return Known.areTaken(state.pointer(to: Known.self).pointee[keyPath: Known.notes])
      }
      return Known.areTaken((state + offset).pointer(to: Known.Notes.self).pointee)
    }
    noting = { before, after, words in
      let old = before.state(as: Known.self)
      var new = after.state(as: Known.self)
      // A change that brings notes along is the work of their owner, or a state that has its own.
      guard old[keyPath: Known.notes] == new[keyPath: Known.notes],
        let notes = try noteTaker(old, new, old[keyPath: Known.notes], words)
      else { return nil }
      new[keyPath: Known.notes] = notes
      // The type of the store's states is this one.
      return VersionStorage.holding(new)
    }
  }

  /// Whether own changes of a version are to be noted.
  @inline(__always)
  func areTaken(in version: AnyVersion) -> Bool { version.withAddress { areTaken($0) } }

}

extension Store {
  /// Takes in a change from outside of the actions, such as from another machine, as a step that undo goes around.
  ///
  /// - Parameters:
  ///   - label: The label of the step.
  ///   - author: The author of the step.
  ///   - change: Returns the new state, and the patch that leads there if it is known; nil where nothing changes.
  package func receive(
    _ label: String,
    from author: Author,
    _ change: (State) throws -> (state: State, patch: Patch?)?
  ) throws {
    try write(
      { turn in
        guard let (state, patch) = try change(turn.before.state(as: State.self)) else { return nil }
        let step = Step(label: label, Provenance(author, .external))
        return turn.proposal(
          making.version(state),
          as: step,
          in: domain,
          difference: patch.flatMap(partialEdit)
        )
      },
      cause: { .received(label) }
    )
  }
}
