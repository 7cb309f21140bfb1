/// A point of a history that the store can go to: the state after one step.
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

    /// The moment that a history begins with.
    static let first = ID(raw: 0)
    /// The last one that a moment can have.
    static let last = ID(raw: .max - 1)
  }

  /// The moment's name within its history.
  public let id: ID
  /// The moment that the step to this one started from; nil for the oldest.
  public let parent: ID?
  /// A description of the step to this moment, such as "Complete 3 Todos".
  public let label: String
  /// When the step was taken, or last added to.
  public let time: Timestamp
  /// The author of the step.
  public let author: Author
  /// How the step came about.
  public let origin: Origin
  /// The name that it has as a checkpoint; nil when it is none.
  public let checkpoint: String?
  /// The app's note beside the step, as JSON; empty for no note.
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

  /// The provenance of the step; nil where the app's user sent it and there is no note.
  package var provenance: Provenance? { Provenance(author, origin, own: ownChanges, note: noteJSON) }

  /// Returns the app's note beside the step, as the app gave it to ``Store/send(_:as:noting:ifRevision:)``; nil for no note.
  ///
  ///     let request = try moment.note(as: Request.self)
  ///
  /// - Throws: ``PatchError`` where the note is no value of the type, or cannot be read.
  public func note<Note: DescribedValue>(as type: Note.Type = Note.self) throws(PatchError) -> Note? {
    if noteJSON.isEmpty { return nil }
    let plain = try JSONReader.reading(noteJSON, depthLimit: jsonDepthLimit) { reader throws(PatchError) in
      try reader.plain()
    }
    return try plain.value(as: type)
  }

  /// The app's note beside the step, in plain form; nil for no note, and for one that cannot be read.
  public var note: PlainValue? {
    noteJSON.isEmpty ? nil : try? PlainValue(json: noteJSON)
  }

  /// The switches that the step moved, as undo by name does; the moments in them may be gone by now.
  public var switches: [StepSwitch] { origin.switches }

  /// The moment on another branch that this one brought in; that may be gone by now.
  public var merges: ID? { origin.merges }
}

/// The label, the time and the provenance of a moment.
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
