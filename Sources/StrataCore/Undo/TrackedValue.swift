/// A value while the walker reads its steps: each time that a step wrote all of it, and what other steps changed inside.
///
///     title      base "A"                       the value before the walk
///                step 1 wrote "B"               inside: step 2 inserted "!" behind
///                step 3 wrote "C"
///
///     1 2 3 on   "C"
///     1 2 on     "B!"
///     2 on       "A"                            step 2 is on, and hidden with the value that it changed
///
/// The newest write that is on counts, else the base. A write owns what is inside: a change inside belongs to the write that
/// its step saw, is hidden with that write and comes back with it.
///
/// A patch says what a value was wherever it replaces or removes one. So the walker needs no state: it learns a base when a
/// step first writes over it, and no step does more with a value of which nothing is known.
final class TrackedValue {
  let shape: AnyValueShape?
  private(set) var writes: [Write]

  /// A write of the whole value.
  struct Write {
    let operation: Operation
    /// The value as it was written, without what steps changed inside; nil while it is not known.
    var value: PlainValue?
    var inside: Inside = .unchanged
  }

  /// The changes that steps made inside a value.
  enum Inside {
    case unchanged
    case fields(TrackedFields)
    case entries(TrackedEntries)
    case list(TrackedList)
    case text(TrackedText)
  }

  /// - Parameters:
  ///   - operation: The operation that the value came with.
  ///   - value: The value; nil while it is not known.
  init(_ operation: Operation, _ value: PlainValue?, _ shape: AnyValueShape?) {
    self.shape = shape
    writes = [Write(operation: operation, value: value)]
  }

  /// The write that counts.
  func newest(in on: OperationSet) -> Int {
    writes.lastIndex { on[$0.operation] } ?? 0
  }

  /// The value as it came; nil where it is not known, and where a step wrote it anew.
  var written: PlainValue? { writes.count == 1 ? writes[0].value : nil }

  /// The value in a version.
  func value(in on: OperationSet) throws(PatchError) -> PlainValue { try value(of: newest(in: on), in: on) }

  func value(of write: Int, in on: OperationSet) throws(PatchError) -> PlainValue {
    guard var value = writes[write].value else {
      throw PatchError(.unreadable(reason: "no step says what the value was"))
    }
    if let node = try writes[write].inside.difference(from: .base, to: on) { try value.apply(node) }
    return value
  }

  /// Takes note of what the value is in a version.
  func learn(_ value: PlainValue, in on: OperationSet) throws(PatchError) {
    let write = newest(in: on)
    if writes[write].value != nil { return }
    var value = value
    if let node = try writes[write].inside.difference(from: on, to: .base) { try value.apply(node) }
    writes[write].value = value
  }

  /// Returns the patch from the value in one version to the value in another version; nil where both are the same.
  func difference(from old: OperationSet, to new: OperationSet) throws(PatchError) -> Patch.Node? {
    let (before, after) = (newest(in: old), newest(in: new))
    if before == after { return try writes[before].inside.difference(from: old, to: new) }
    return Patch.Node.between(try value(of: before, in: old), try value(of: after, in: new))
  }
}

extension TrackedValue {
  /// Reads a change of a step, which is seen from the value as it is in the version of the graph.
  func apply(_ node: Patch.Node, _ step: inout StepReader) throws(PatchError) {
    let graph = step.graph
    let write = newest(in: graph.on)
    switch node {
    case .replaced(let old, let new):
      let operation = step.nextOperation()
      try learn(old, in: graph.on)
      writes.append(Write(operation: operation, value: new))
    case .fields(let changes):
      if case .unchanged = writes[write].inside { writes[write].inside = .fields(TrackedFields(shape)) }
      guard case .fields(let fields) = writes[write].inside else { throw misfit(of: node) }
      try fields.apply(changes, &step)
    case .entries, .members:
      if case .unchanged = writes[write].inside { writes[write].inside = .entries(TrackedEntries(shape)) }
      guard case .entries(let entries) = writes[write].inside else { throw misfit(of: node) }
      if case .entries(let changes) = node { try entries.apply(changes, &step) }
      if case .members(let changes) = node { try entries.apply(changes, &step) }
    case .list(let runs):
      if case .unchanged = writes[write].inside { writes[write].inside = .list(TrackedList(graph, shape)) }
      guard case .list(let list) = writes[write].inside else { throw misfit(of: node) }
      try list.apply(runs, &step)
    case .text(let runs):
      if case .unchanged = writes[write].inside { writes[write].inside = .text(TrackedText(graph)) }
      guard case .text(let text) = writes[write].inside else { throw misfit(of: node) }
      try text.apply(runs, &step)
    }
  }

  private func misfit(of node: Patch.Node) -> PatchError { PatchError(.otherKind(expected: node.kind)) }

  /// Calls a function with every operation that touched the value.
  func forEachOperation(_ body: (Operation) -> Void) {
    for write in writes {
      body(write.operation)
      write.inside.forEachOperation(body)
    }
  }
}

extension TrackedValue.Inside {
  func difference(from old: OperationSet, to new: OperationSet) throws(PatchError) -> Patch.Node? {
    switch self {
    case .unchanged: nil
    case .fields(let fields): try fields.difference(from: old, to: new)
    case .entries(let entries): try entries.difference(from: old, to: new)
    case .list(let list): try list.difference(from: old, to: new)
    case .text(let text): text.difference(from: old, to: new)
    }
  }

  func forEachOperation(_ body: (Operation) -> Void) {
    switch self {
    case .unchanged: break
    case .fields(let fields): fields.forEachOperation(body)
    case .entries(let entries): entries.forEachOperation(body)
    case .list(let list): list.forEachOperation(body)
    case .text(let text): text.forEachOperation(body)
    }
  }
}
