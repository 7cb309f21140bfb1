/// Whether something is there while the walker reads its steps: an entry of a map, a member of a set, a row of a list.
///
///     key 7      step 1 inserted it, step 2 changed its title, step 3 removed it, step 4 inserted it anew
///
///     all on     the value of step 4
///     4 off      nothing
///     3, 4 off   the value of step 1 with the title of step 2
///     1 on       the value of step 1
///     2 on       nothing: the title is hidden with the row
///
/// The newest arrival or removal that is on counts, else the base.
struct TrackedPresence {
  private(set) var writes: [Write]

  /// An arrival or a removal.
  struct Write {
    let operation: Operation
    /// The value that arrived; nil for a removal.
    let value: TrackedValue?
  }

  /// - Parameter value: The value before the walk; nil for no value.
  init(_ value: TrackedValue?) { writes = [Write(operation: .base, value: value)] }

  /// The write that counts.
  func newest(in on: OperationSet) -> Int { writes.lastIndex { on[$0.operation] } ?? 0 }

  /// Returns the value in a version; nil for no value.
  func value(in on: OperationSet) -> TrackedValue? { writes[newest(in: on)].value }

  /// Reads an arrival.
  mutating func insert(_ value: TrackedValue, _ operation: Operation) {
    writes.append(Write(operation: operation, value: value))
  }

  /// Reads the same arrival by another step.
  mutating func insertAgain(_ operation: Operation) {
    if let value = writes.last?.value { insert(value, operation) }
  }

  /// Reads an arrival in the place of a value.
  mutating func replace(
    _ old: PlainValue,
    _ new: TrackedValue,
    _ operation: Operation,
    in on: OperationSet
  ) throws(PatchError) {
    guard let value = value(in: on) else { throw PatchError(.nothingThere) }
    try value.learn(old, in: on)
    insert(new, operation)
  }

  /// Whether both are nothing but the arrival of one value.
  func isArrival(like other: TrackedPresence) -> Bool {
    guard let value = writes.last?.value, let written = other.writes.last?.value?.written else {
      return false
    }
    return value.written == written
  }

  /// Reads a removal, which says what was there.
  mutating func remove(_ old: PlainValue, _ operation: Operation, in on: OperationSet) throws(PatchError) {
    guard let value = value(in: on) else { throw PatchError(.nothingThere) }
    try value.learn(old, in: on)
    writes.append(Write(operation: operation, value: nil))
  }

  /// Returns the change of an entry between two versions; nil where nothing changes.
  func change(from old: OperationSet, to new: OperationSet) throws(PatchError) -> Patch.Node.EntryChange? {
    switch (value(in: old), value(in: new)) {
    case (nil, nil): return nil
    case (nil, let after?): return .inserted(try after.value(in: new))
    case (let before?, nil): return .removed(try before.value(in: old))
    case (let before?, let after?):
      return try Self.difference(from: before, old, to: after, new).map { .changed($0) }
    }
  }

  /// Returns the patch from a value in one version to a value in another version; nil where both are the same.
  static func difference(
    from before: TrackedValue,
    _ old: OperationSet,
    to after: TrackedValue,
    _ new: OperationSet
  ) throws(PatchError) -> Patch.Node? {
    if before === after { return try before.difference(from: old, to: new) }
    return Patch.Node.between(try before.value(in: old), try after.value(in: new))
  }

  /// Calls a function with every operation that touched the value.
  func forEachOperation(_ body: (Operation) -> Void) {
    for write in writes {
      body(write.operation)
      write.value?.forEachOperation(body)
    }
  }
}
