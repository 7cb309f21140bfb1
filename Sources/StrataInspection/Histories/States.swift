import StrataCore

/// The state that was made last: the next one is made of it, by the steps between.
final class States: Sendable {
  /// The state at the present; nil where no file says it.
  let first: PlainValue?
  private let last: Guarded<(id: Moment.ID, state: PlainValue)?>

  init(_ state: PlainValue?, at present: Moment.ID) {
    first = state
    last = Guarded(state.map { (present, $0) })
  }

  func state(at id: Moment.ID, in inspection: Inspection) throws(InspectionError) -> PlainValue {
    let present = inspection.present
    return try last.withLock { last in
      Result { () throws(InspectionError) in
        guard let first, var (here, state) = last else {
          throw InspectionError.noState(id, reason: "no file says what the state was")
        }
        // So that what is changed is not copied first.
        last = nil
        do throws(InspectionError) {
          let way = try inspection.way(from: here, to: id)
          for step in way.back {
            try change(&state, by: inspection.step(to: step, for: id).inverted, of: step, for: id)
          }
          for step in way.forth {
            try change(&state, by: inspection.step(to: step, for: id), of: step, for: id)
          }
          here = id
        } catch {
          last = (present, first)
          throw error
        }
        last = (here, state)
        return state
      }
    }.get()
  }

  private func change(
    _ state: inout PlainValue,
    by patch: Patch,
    of step: Moment.ID,
    for id: Moment.ID
  ) throws(InspectionError) {
    do throws(PatchError) {
      try state.apply(patch)
    } catch {
      throw InspectionError(error, applying: step, for: id)
    }
  }
}
