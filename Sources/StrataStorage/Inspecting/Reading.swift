import StrataCore

/// One look at the files of a store.
struct Reading {
  let path: String
  let limit: Int
  let fileSystem: any FileSystem
  private let file: StateFile<Never>
  private let envelope: StateEnvelope<Never>
  /// The identities of the files when the reading began.
  let seen: FileIdentities

  init(_ path: String, limit: Int, in fileSystem: any FileSystem) throws(StateFileError) {
    (self.path, self.limit, self.fileSystem) = (path, limit, fileSystem)
    file = StateFile(at: path, sizeLimit: limit, memoryLimit: limit, in: fileSystem)
    envelope = StateEnvelope(migrations: [], memoryLimit: limit, readsEverySchema: true)
    do throws(StepFailure) {
      seen = try FileIdentities(at: path, in: fileSystem)
    } catch {
      throw .inaccessible(path: path, step: error.step, cause: error.cause)
    }
  }

  /// Whether there are other files by now, or other bytes in them.
  var hasChanged: Bool { (try? FileIdentities(at: path, in: fileSystem)) != seen }

  /// When the state file was written.
  var stateTime: Timestamp {
    Timestamp(nanosecondsSince1970: seen.state.map { $0.seconds &* 1_000_000_000 &+ $0.nanoseconds } ?? 0)
  }

  /// A state that was read, from which the log may go on.
  struct Saved {
    var plain: PlainValue
    var mark: LogMark?
    var schema: Int
    var shape: String?
    var isEdited: Bool
    var bytes: Int
  }

  private func saved(_ name: String, _ place: FilePlace) throws(StateFileError) -> Saved? {
    guard let (bytes, _) = try file.contents(of: name, at: place) else { return nil }
    let path = file.path(of: name, at: place)
    let opened = try envelope.open(bytes, of: path)
    return Saved(
      plain: try envelope.plain(opened, of: path),
      mark: opened.mark,
      schema: opened.schema,
      shape: opened.shape,
      isEdited: opened.isEdited,
      bytes: bytes.count
    )
  }

  /// The state that has its name; nil where there is none.
  func saved() throws(StateFileError) -> Saved? {
    let place: FilePlace
    do throws(StepFailure) {
      place = try FilePlace(path, in: fileSystem)
    } catch {
      throw .inaccessible(path: path, step: error.step, cause: error.cause)
    }
    defer { place.close() }
    return try saved(place.name, place)
  }

  /// Returns the history in the files.
  func history() throws -> WrittenHistory {
    let place: FilePlace
    do throws(StepFailure) {
      place = try FilePlace(path, in: fileSystem)
    } catch {
      throw StateFileError.inaccessible(path: path, step: error.step, cause: error.cause)
    }
    defer { place.close() }
    let state = Result { () throws(StateFileError) in try saved(place.name, place) }
    let previous = (try? saved(place.sideNames.previous, place)) ?? nil
    var remarks: [String] = []
    let main: Saved?
    switch state {
    case .success(let saved):
      main = saved
      if saved?.isEdited == true {
        remarks.append("The state was edited by another hand since it was saved.")
      }
    case .failure(let error):
      main = nil
      remarks.append(error.happening)
    }
    guard let log = try log(at: place) else {
      guard let saved = main ?? previous else {
        _ = try state.get()
        throw StateFileError.inaccessible(path: path, step: .open, cause: .notFound)
      }
      if main == nil { remarks.append("The version before it is shown.") }
      if saved.mark?.sequence ?? 0 > 0 { remarks.append("There is no log beside it: its history is gone.") }
      return alone(saved, remarks)
    }
    if case .success(nil) = state { remarks.append("The state file is not there.") }
    return try history(of: log, main, previous, remarks)
  }

  /// A state without a history.
  func alone(_ saved: Saved, _ remarks: [String]) -> WrittenHistory {
    let history = HistoryReplay(first, label: Self.stateLabel, at: stateTime)
    var written = WrittenHistory(
      timeline: history.timeline,
      present: saved.plain,
      parts: [[]],
      remarks: remarks
    )
    (written.schema, written.shape, written.stateBytes) = (saved.schema, saved.shape, saved.bytes)
    return written
  }

  var first: Moment.ID {
    guard let first = Moment.ID(number: 0) else { preconditionFailure("0 is the first number of a moment") }
    return first
  }

  static let stateLabel = "The state file"
}
