/// The entries of a map, or the members of a set, that steps changed.
final class TrackedEntries {
  private let shape: AnyValueShape?
  private(set) var entries: [PlainValue: TrackedPresence] = [:]
  private var areMembers = false

  init(_ shape: AnyValueShape?) { self.shape = shape }

  func apply(_ changes: [Patch.Node.Entry], _ step: inout StepReader) throws(PatchError) {
    for change in changes {
      do throws(PatchError) {
        switch change.change {
        case .inserted(let value): insert(value, at: change.key, &step)
        case .removed(let value): try remove(value, at: change.key, &step)
        // An entry is a register: writing all of it is no change of what another step wrote there.
        case .changed(.replaced(let old, let new)): try replace(old, new, at: change.key, &step)
        case .changed(let node):
          let presence = entries[change.key] ?? first(change.key, wasThere: true)
          guard let value = presence.value(in: step.graph.on) else { throw PatchError(.nothingThere) }
          entries[change.key] = presence
          try value.apply(node, &step)
        }
      } catch {
        throw error.inside(.key(change.key))
      }
    }
  }

  func apply(_ changes: [Patch.Node.Member], _ step: inout StepReader) throws(PatchError) {
    areMembers = true
    for change in changes {
      if change.isInserted {
        insert(change.value, at: change.value, &step)
      } else {
        try remove(change.value, at: change.value, &step)
      }
    }
  }

  private func insert(_ value: PlainValue, at key: PlainValue, _ step: inout StepReader) {
    let operation = step.nextOperation()
    let arrival = TrackedValue(operation, value, shape?.part(at: .key(key)))
    entries[key, default: first(key, wasThere: false)].insert(arrival, operation)
  }

  private func replace(
    _ old: PlainValue,
    _ new: PlainValue,
    at key: PlainValue,
    _ step: inout StepReader
  ) throws(PatchError) {
    let operation = step.nextOperation()
    let arrival = TrackedValue(operation, new, shape?.part(at: .key(key)))
    try entries[key, default: first(key, wasThere: true)].replace(old, arrival, operation, in: step.graph.on)
  }

  private func remove(_ value: PlainValue, at key: PlainValue, _ step: inout StepReader) throws(PatchError) {
    let operation = step.nextOperation()
    try entries[key, default: first(key, wasThere: true)].remove(value, operation, in: step.graph.on)
  }

  /// An entry that no step touched before. The first step that does says whether it was there.
  private func first(_ key: PlainValue, wasThere: Bool) -> TrackedPresence {
    TrackedPresence(wasThere ? TrackedValue(.base, nil, shape?.part(at: .key(key))) : nil)
  }

  func difference(from old: OperationSet, to new: OperationSet) throws(PatchError) -> Patch.Node? {
    var changes: [Patch.Node.Entry] = []
    for (key, presence) in entries {
      do throws(PatchError) {
        guard let change = try presence.change(from: old, to: new) else { continue }
        changes.append(Patch.Node.Entry(key: key, change: change))
      } catch {
        throw error.inside(.key(key))
      }
    }
    if changes.isEmpty { return nil }
    changes.sort { $0.key.precedes($1.key) }
    guard areMembers else { return .entries(changes) }
    return .members(
      changes.map { change in
        if case .inserted = change.change { return Patch.Node.Member(value: change.key, isInserted: true) }
        return Patch.Node.Member(value: change.key, isInserted: false)
      }
    )
  }

  func forEachOperation(_ body: (Operation) -> Void) {
    for presence in entries.values { presence.forEachOperation(body) }
  }
}
