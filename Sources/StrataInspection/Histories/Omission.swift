import StrataCore

/// The values to leave out of a history that leaves the machine.
struct Omission: Sendable {
  /// The paths of the values; `*` stands for any component.
  var paths: [[String]] = []

  func redacted(_ value: PlainValue) -> PlainValue {
    paths.isEmpty ? value : redacted(value, paths.map { $0[...] }) ?? .null
  }

  func redacted(_ patch: Patch) -> Patch {
    paths.isEmpty ? patch : Patch(root: patch.root.flatMap { redacted($0, paths.map { $0[...] }) })
  }

  /// Whether a patch changes something that is left out.
  func touches(_ patch: Patch) -> Bool { !paths.isEmpty && redacted(patch) != patch }

  /// Returns the remainders of some paths behind a component; nil if one of the paths ends there.
  private func behind(_ component: String, _ paths: [ArraySlice<String>]) -> [ArraySlice<String>]? {
    let inner = paths.filter { $0.first == component || $0.first == "*" }.map { $0.dropFirst() }
    return inner.contains(where: \.isEmpty) ? nil : inner
  }

  /// A value without what is left out; nil where it is left out itself.
  private func redacted(_ value: PlainValue, _ paths: [ArraySlice<String>]) -> PlainValue? {
    if paths.contains(where: \.isEmpty) { return nil }
    if paths.isEmpty { return value }
    switch value {
    case .record(var record):
      for member in record.members {
        record[member.name] = behind(member.name, paths).flatMap { redacted(member.value, $0) }
      }
      return .record(record)
    case .list(let list):
      return .list(list.map { element($0, paths) })
    default: return value
    }
  }

  /// An element of a list: what is left out is nothing in its place, so that the others stay where they are.
  private func element(_ value: PlainValue, _ paths: [ArraySlice<String>]) -> PlainValue {
    behindPosition(paths).flatMap { redacted(value, $0) } ?? .null
  }

  /// Returns the remainders of some paths behind the position of an element. Positions change: a path to one element is
  /// a path to all elements.
  private func behindPosition(_ paths: [ArraySlice<String>]) -> [ArraySlice<String>]? {
    let inner = paths.filter { $0.first == "*" || $0.first.flatMap(Int.init) != nil }.map { $0.dropFirst() }
    return inner.contains(where: \.isEmpty) ? nil : inner
  }

  private func redacted(_ node: Patch.Node, _ paths: [ArraySlice<String>]) -> Patch.Node? {
    if paths.contains(where: \.isEmpty) { return nil }
    if paths.isEmpty { return node }
    switch node {
    case .replaced(let old, let new):
      let (before, after) = (redacted(old, paths) ?? .null, redacted(new, paths) ?? .null)
      return before == after ? nil : .replaced(old: before, new: after)
    case .fields(let fields):
      let left = fields.compactMap { field in
        behind(field.name, paths).flatMap { redacted(field.node, $0) }.map {
          Patch.Node.Field(name: field.name, node: $0)
        }
      }
      return left.isEmpty ? nil : .fields(left)
    case .entries(let entries):
      let left = entries.compactMap { entry -> Patch.Node.Entry? in
        guard let inner = behind(entry.key.component, paths) else { return nil }
        var entry = entry
        switch entry.change {
        case .inserted(let value): entry.change = .inserted(redacted(value, inner) ?? .null)
        case .removed(let value): entry.change = .removed(redacted(value, inner) ?? .null)
        case .changed(let node):
          guard let node = redacted(node, inner) else { return nil }
          entry.change = .changed(node)
        }
        return entry
      }
      return left.isEmpty ? nil : .entries(left)
    case .members: return behindPosition(paths) == nil ? nil : node
    case .list(let runs):
      let left = runs.map { run -> Patch.Node.Run in
        switch run {
        case .kept: run
        case .changed(let node):
          behindPosition(paths).flatMap { redacted(node, $0) }.map { .changed($0) } ?? .kept(1)
        case .removed(let values): .removed(values.map { element($0, paths) })
        case .inserted(let values): .inserted(values.map { element($0, paths) })
        }
      }
      return left.allSatisfy { if case .kept = $0 { true } else { false } } ? nil : .list(left)
    case .text: return node
    }
  }
}

extension Inspection {
  /// Whether something stands at a path, `*` for anything on the way, or a step on record put something there: where it leads
  /// nowhere, leaving it out leaves out nothing.
  ///
  /// - Complexity: O(state), and O(moments, and what they changed) where nothing stands there at the present.
  package func hasHeld(_ path: ValuePath) -> Bool {
    var omission = Omission()
    omission.paths = [path.components]
    if let state = try? state(at: present), omission.redacted(state) != state { return true }
    return moments.contains { moment in (try? step(to: moment.id)).map { omission.touches($0) } ?? false }
  }

  /// The labels to leave out with the values: a label often repeats the text that its step wrote.
  public enum Labels: Sendable {
    /// All of them.
    case all
    /// Those of steps that changed something that is left out.
    case ofOmitted
    /// None.
    case none
  }

  /// Returns the history without some of its values: for values that must not leave the machine.
  ///
  ///     let report = try Inspection(of: store).omitting(["people", "journal.notes[*].text"])
  ///
  /// These values are in no state and in no change. A step whose label is left out is called "Left out". The note of
  /// the app beside the step, and its name as a checkpoint, are left out as well. Authors and times stay.
  ///
  /// - Parameters:
  ///   - paths: The paths of the values; `*` stands for every key, and every position in a list stands for all of them.
  ///   - labels: The labels to leave out with the values.
  /// - Complexity: O(moments), and what they changed.
  public func omitting(
    _ paths: [ValuePath],
    labels: Labels = .ofOmitted
  ) -> Inspection {
    var omission = omission
    omission.paths += paths.map(\.components)
    let relabelled = moments.map { moment in
      let isLeftOut =
        switch labels {
        case .all: true
        case .none: false
        // Of a step that cannot be read, nothing tells what its label says.
        case .ofOmitted: (try? step(to: moment.id)).map { omission.touches($0) } ?? true
        }
      return isLeftOut ? moment.relabelled("Left out") : moment
    }
    return Inspection(self, omitting: omission, relabelled: relabelled)
  }
}
