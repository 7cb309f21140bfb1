/// A point of a history that can be gone to: what the state was after one step.
public struct Moment: Identifiable, Hashable, Sendable {
  /// The moment's name within its history, never used for another one.
  public struct ID: Hashable, Codable, Sendable {
    let raw: UInt32

    /// A number that grows with every moment of a history.
    public var number: Int { Int(raw) }

    init(raw: UInt32) {
      self.raw = raw
    }

    /// The moment with a number that was given out before; nil for what is no such number.
    package init?(number: Int) {
      guard let raw = UInt32(exactly: number), raw <= Self.last.raw else { return nil }
      self.raw = raw
    }

    /// Where histories begin.
    static let first = ID(raw: 0)
    /// The last one that a moment can have.
    static let last = ID(raw: .max - 1)
  }

  /// The moment's name within its history.
  public let id: ID
  /// The moment that the step to this one started from; nil for the oldest.
  public let parent: ID?
  /// What the step to this moment did, such as "Complete 3 Todos".
  public let label: String
  /// When the step was taken, or last added to.
  public let time: Timestamp
  /// Who took the step.
  public let author: Author
  /// How the step came about.
  public let origin: Origin
  /// The name that it has as a checkpoint; nil when it is none.
  public let checkpoint: String?
  /// What the app noted beside the step, as JSON; empty for nothing.
  let noteJSON: [UInt8]
  /// As ``Provenance/ownChanges``.
  private let ownChanges: [UInt8]

  init(id: ID, parent: ID?, _ words: MomentWords, checkpoint: String?) {
    (self.id, self.parent, label, time) = (id, parent, words.label, words.time)
    self.checkpoint = checkpoint
    (author, origin) = (words.provenance?.author ?? .user, words.provenance?.origin ?? .sent)
    (noteJSON, ownChanges) = (words.provenance?.note ?? [], words.provenance?.ownChanges ?? [])
  }

  /// The same moment under another label, without what the app noted and without a name as a checkpoint.
  package func relabelled(_ label: String) -> Moment {
    let words = MomentWords(label: label, time: time, provenance: provenance?.withoutNote)
    return Moment(id: id, parent: parent, words, checkpoint: nil)
  }

  /// What there is to say of where the step came from.
  package var provenance: Provenance? { Provenance(author, origin, own: ownChanges, note: noteJSON) }

  /// What the app noted beside the step, as ``Store/send(_:as:noting:ifRevision:)`` was given it; nil for nothing.
  ///
  ///     let request = try moment.note(as: Request.self)
  ///
  /// - Throws: ``PatchError`` where that is no value of the type.
  public func note<Note: DescribedValue>(as type: Note.Type = Note.self) throws(PatchError) -> Note? {
    try note?.value(as: type)
  }

  /// What the app noted beside the step, in plain form; nil for nothing.
  public var note: PlainValue? {
    noteJSON.isEmpty ? nil : try? PlainValue(json: noteJSON)
  }

  /// The switches that the step moved, as undo by name does; the moments in them may be gone by now.
  public var switches: [StepSwitch] { origin.switches }

  /// The moment on another branch that this one brought in; that may be gone by now.
  public var merges: ID? { origin.merges }
}

/// What a moment is called, when it was made, and where it came from.
struct MomentWords {
  var label: String
  var time: Timestamp
  var provenance: Provenance?
}

extension Moment.ID: Comparable {
  /// Whether the left moment was made before the right one.
  public static func < (left: Moment.ID, right: Moment.ID) -> Bool {
    left.raw < right.raw
  }
}

extension Moment.ID: CustomStringConvertible {
  /// The number.
  public var description: String { "\(number)" }
}
