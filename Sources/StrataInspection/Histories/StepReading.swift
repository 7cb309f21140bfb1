import StrataCore
import StrataStorage

/// Where an inspection finds the steps of a history.
protocol StepReading: Sendable {
  /// What the step to a moment changed in the whole state.
  func patch(to id: Moment.ID) throws(PatchError) -> Patch
  /// How many bytes the step takes where it is kept.
  func bytes(of id: Moment.ID) -> Int
}

/// The steps of a history that was read from files.
struct WrittenStepReading: StepReading {
  let timeline: Timeline
  let steps: WrittenSteps

  func patch(to id: Moment.ID) throws(PatchError) -> Patch {
    guard timeline[id]?.parent != nil, let step = timeline.step(to: id) else { return Patch() }
    return try step.read().patch
  }

  func bytes(of id: Moment.ID) -> Int {
    guard case .elsewhere(let places, _)? = timeline.step(to: id) else { return 0 }
    return steps.bytes(at: places)
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
