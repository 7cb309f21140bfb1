import StrataCore

/// The restored part of undo in a state: a selection, for example.
@usableFromInline
struct LoggedRestoredPart<State: Sendable>: Sendable {
  /// The key path of the restored part in a state.
  let path: PartialKeyPath<State> & Sendable
  /// Returns the restored part in a state.
  let plain: @Sendable (State) throws(PatchError) -> PlainValue
  /// Returns what a change makes of restored values in a state, as the present description writes them; nil where they are of another
  /// type.
  let changed:
    @Sendable (RestoredValues, State, _ change: (inout State) throws -> Void) throws -> RestoredValues?

  @usableFromInline
  init<Restored: DescribedValue>(_ path: WritableKeyPath<State, Restored> & Sendable, of domain: UndoDomain) {
    self.path = path
    plain = { state throws(PatchError) in try PlainValue(of: state[keyPath: path]) }
    changed = { restoredValues, state, change in
      guard let sides = try domain.values(of: restoredValues)?.sides(as: Restored.self) else { return nil }
      func changed(_ restored: Restored) throws -> PlainValue {
        var state = state
        state[keyPath: path] = restored
        try change(&state)
        return try PlainValue(of: state[keyPath: path])
      }
      return .written(before: try changed(sides.before), after: try changed(sides.after))
    }
  }
}

extension RestoredValues {
  /// The restored values as a line of a log says them: a list, of one where both are the same.
  var json: [UInt8]? {
    guard case .written(let before, let after) = self else { return nil }
    return PlainValue.list(after == before ? [before] : [before, after]).json
  }

  /// Reads what ``json`` wrote.
  init(json: some Sequence<UInt8>) throws(PatchError) {
    let plain: PlainValue
    do throws(JSONError) {
      plain = try PlainValue(json: json)
    } catch {
      throw PatchError(.notJSON(error))
    }
    guard case .list(let values) = plain, let first = values.first, let last = values.last, values.count <= 2
    else {
      throw PatchError(.notAPatch(expected: "the restored values before and after a step"))
    }
    self = .written(before: first, after: last)
  }
}
