import StrataCore
import StrataStorage

/// The source from which an inspection reads the steps of a history.
protocol StepReading: Sendable {
  /// Returns the change of the whole state in the step to a moment.
  func patch(to id: Moment.ID) throws(PatchError) -> Patch
  /// How many bytes the step takes where it is kept.
  func bytes(of id: Moment.ID) -> Int
}

/// The steps of a history that was read from files.
struct WrittenStepReading: StepReading {
  /// The last moment, where no line of the log leads there, with what it changes.
  let later: (id: Moment.ID, step: Result<Patch, PatchError>)?
  private let oldest: Moment.ID
  private let fields: PartFields
  private let reader: Guarded<TimelineReader>

  init(of written: WrittenHistory) {
    (later, fields, oldest) = (written.later, PartFields(places: written.parts), written.timeline.oldest.id)
    reader = Guarded(TimelineReader(written.timeline))
  }

  func patch(to id: Moment.ID) throws(PatchError) -> Patch {
    if let later, later.id == id { return try later.step.get() }
    guard id != oldest, let step = try step(to: id) else { return Patch() }
    return fields.whole(of: try step.patch)
  }

  func bytes(of id: Moment.ID) -> Int { (try? step(to: id))?.count ?? 0 }

  private func step(to id: Moment.ID) throws(PatchError) -> PackedStep? {
    try reader.withLock { reader in Result { () throws(PatchError) in try reader.step(to: id) } }.get()
  }
}

/// The steps of a history that is in memory.
struct KeptStepReading: StepReading {
  let history: History
  let fields: PartFields
  private let reader: Guarded<HistoryReader>

  init(history: History, fields: PartFields) {
    (self.history, self.fields, reader) = (history, fields, Guarded(HistoryReader(history)))
  }

  func patch(to id: Moment.ID) throws(PatchError) -> Patch {
    guard history.timeline[id]?.parent != nil else { return Patch() }
    let read = reader.withLock { reader in
      Result { () throws(PatchError) in try reader.step(to: id).step.patch }
    }
    return fields.whole(of: try read.get())
  }

  func bytes(of id: Moment.ID) -> Int {
    reader.withLock { $0.packedCount(ofStepTo: id) } ?? (try? patch(to: id).packed.count) ?? 0
  }
}
