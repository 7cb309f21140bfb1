import StrataCore
import StrataStorage

/// A history to look at, of any app, without the app's types: its moments, the state at each, and what changed between any
/// two.
///
///     let history = try Inspection(of: "journal.json")
///     for moment in history.moments { print(moment.id, moment.time, moment.label) }
///     try history.state(at: history.present)
///     try history.blame("journal.todos[3].title")
///
/// It is made of the files of a store, which are read and never written, also while the app has them open; or of a
/// store in memory. What the app does afterwards does not change it. Values are shown as they are written, by
/// whichever version of the app.
///
/// The state at a moment is that of the present in what undo does not cover, as with `Store.state(at:)`.
public struct Inspection: Sendable {
  /// The moments, in the order of their making.
  public let moments: [Moment]
  /// The moment that the state was at.
  public let present: Moment.ID
  /// The moment that was saved; nil when it is gone.
  public let saved: Moment.ID?
  /// The moments that undo and redo lead along, from the oldest one.
  public let line: [Moment.ID]
  /// The defects of the files that the inspection was made of, and the places at which the files stop: a sentence each.
  public let remarks: [String]
  /// The paths of the parts that undo covers.
  public let undone: [ValuePath]
  /// The moment whose step gave other names to what there is; nil where none did.
  let rewritten: Moment.ID?
  /// How many bytes the state file and the log had; 0 for a store in memory.
  public let fileBytes: Int

  let places: [Moment.ID: Int]
  private let steps: any StepReading
  private let states: States
  let omission: Omission

  /// Reads the files of a store.
  ///
  /// Nothing is written, and no lock is taken. What is damaged is read as far as it goes: see ``remarks``.
  ///
  /// - Parameters:
  ///   - path: The state file, or the folder that is a document.
  ///   - limit: How many bytes the state file may have, and how many of memory reading a change may take.
  /// - Throws: `StateFileError` and `LogError` where nothing can be read.
  public init(of path: String, limit: Int = 1 << 30) throws {
    let written = try WrittenHistory.read(path, limit: limit)
    let steps = WrittenStepReading(of: written)
    self.init(
      written.timeline,
      at: written.present,
      undone: written.parts,
      steps,
      remarks: written.remarks,
      rewritten: written.rewritten,
      fileBytes: written.stateBytes + written.logBytes
    )
  }

  /// Looks at the history of a store in memory, as it is now.
  ///
  /// - Throws: ``InspectionError/notDescribed``, and `PatchError` where the state cannot be written.
  public init<State: DescribedValue>(of store: Store<State>) throws {
    let (history, state, _, _) = store.recordedHistory
    guard let fields = PartFields(history.domain.paths, of: State.self) else {
      throw InspectionError.notDescribed
    }
    let steps = KeptStepReading(history: history, fields: fields)
    self.init(history.timeline, at: try PlainValue(of: state), undone: fields.places, steps)
  }

  private init(
    _ timeline: Timeline,
    at state: PlainValue?,
    undone: [[String]],
    _ steps: any StepReading,
    remarks: [String] = [],
    rewritten: Moment.ID? = nil,
    fileBytes: Int = 0
  ) {
    moments = timeline.moments(timeline.ids)
    places = Dictionary(uniqueKeysWithValues: moments.enumerated().map { ($1.id, $0) })
    (present, saved, line) = (timeline.present.id, timeline.saved?.id, timeline.line)
    (self.steps, self.remarks, self.rewritten, self.fileBytes) = (steps, remarks, rewritten, fileBytes)
    self.undone = undone.map { ValuePath($0) }
    states = States(state, at: present)
    omission = Omission()
  }

  /// The same history with something left out.
  init(_ other: Inspection, omitting omission: Omission, relabelled moments: [Moment]) {
    self.moments = moments
    (places, present, saved, line) = (other.places, other.present, other.saved, other.line)
    (remarks, undone, fileBytes, steps) = (other.remarks, other.undone, other.fileBytes, other.steps)
    rewritten = other.rewritten
    self.omission = omission
    states = States(other.states.first.map { omission.redacted($0) }, at: other.present)
  }

  /// The moment with an id; nil when there is none.
  public subscript(id: Moment.ID) -> Moment? { places[id].map { moments[$0] } }

  /// Returns the change of the whole state in the step to a moment; an empty change for the oldest moment.
  ///
  /// - Throws: ``InspectionError`` if the step cannot be read.
  public func step(to id: Moment.ID) throws(InspectionError) -> Patch { try step(to: id, for: id) }

  /// Returns the change in the step to a moment. If the step cannot be read, the error is about the moment whose state
  /// was asked for.
  func step(to id: Moment.ID, for asked: Moment.ID) throws(InspectionError) -> Patch {
    guard places[id] != nil else { throw .noMoment("Moment \(id)") }
    do throws(PatchError) {
      return omission.redacted(try steps.patch(to: id))
    } catch {
      throw InspectionError(error, reading: id, for: asked)
    }
  }

  /// How many bytes the step to a moment takes, packed.
  public func bytes(of id: Moment.ID) -> Int { steps.bytes(of: id) }

  /// The whole state as it was at a moment.
  ///
  /// - Throws: ``InspectionError`` where it cannot be made.
  /// - Complexity: O(steps between, and what they changed) from the moment that was asked for last.
  public func state(at id: Moment.ID) throws(InspectionError) -> PlainValue {
    try states.state(at: id, in: self)
  }

  /// Returns the value at a path, as it was at a moment.
  ///
  /// - Throws: ``InspectionError``, also if there was no value at the path.
  public func value(at path: ValuePath, at id: Moment.ID) throws(InspectionError) -> PlainValue {
    guard let value = try state(at: id).value(at: path) else { throw .noValue(path) }
    return value
  }

  /// The steps from one moment back to where the way to another one leaves, and from there on to that.
  func way(from start: Moment.ID, to end: Moment.ID) throws(InspectionError) -> TreePath {
    for id in [start, end] where places[id] == nil { throw .noMoment("Moment \(id)") }
    guard let way = TreePath(from: start, to: end, { self[$0]?.parent }) else {
      throw .noMoment("A way from moment \(start) to moment \(end)")
    }
    return way
  }
}
