/// The fields of a record that steps changed.
final class TrackedFields {
  private let shape: AnyValueShape?
  private(set) var values: [String: TrackedValue] = [:]

  init(_ shape: AnyValueShape?) { self.shape = shape }

  func apply(_ changes: [Patch.Node.Field], _ step: inout StepReader) throws(PatchError) {
    for change in changes {
      do throws(PatchError) {
        try value(change.name).apply(change.node, &step)
      } catch {
        throw error.inside(.field(change.name))
      }
    }
  }

  private func value(_ name: String) -> TrackedValue {
    if let value = values[name] { return value }
    let value = TrackedValue(.base, nil, shape?.part(at: .field(name)))
    values[name] = value
    return value
  }

  func difference(from old: OperationSet, to new: OperationSet) throws(PatchError) -> Patch.Node? {
    var changes: [Patch.Node.Field] = []
    for (name, value) in values {
      do throws(PatchError) {
        guard let node = try value.difference(from: old, to: new) else { continue }
        changes.append(Patch.Node.Field(name: name, node: node))
      } catch {
        throw error.inside(.field(name))
      }
    }
    changes.sort { $0.name.isWritten(before: $1.name) }
    return changes.isEmpty ? nil : .fields(changes)
  }

  func forEachOperation(_ body: (Operation) -> Void) {
    for value in values.values { value.forEachOperation(body) }
  }
}
