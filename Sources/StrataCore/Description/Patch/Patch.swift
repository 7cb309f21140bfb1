/// The difference between two values: edits along paths, with old and new values.
///
///     let patch = try Patch(from: before, to: after)
///     print(patch)                         // journal / todos / 42 / title: "A" → "B"
///     try before.applying(patch)           // after, to the representation
///     try after.applying(patch.inverted)   // before
///
/// A patch is one plain value that knows no types: it can be kept, listed, inverted, composed with the next patch, and
/// written as packed bytes or JSON. It is empty exactly when nothing changed.
///
/// A patch contains only the difference: parts that both values share are skipped without a look at them.
public struct Patch: Hashable, Sendable {
  /// The change of the whole value; nil when nothing changes.
  package var root: Node?

  package init(root: Node?) {
    self.root = root
  }

  /// A patch that changes nothing.
  public init() {}

  /// Whether the patch changes nothing.
  public var isEmpty: Bool { root == nil }
}

extension Patch {
  /// A change of one value, seen from that value.
  package indirect enum Node: Hashable, Sendable {
    /// Another value took its place.
    case replaced(old: PlainValue, new: PlainValue)
    /// Some fields of a record changed, in the order of their names.
    case fields([Field])
    /// Some entries of a map came, went or changed, in the order of their keys.
    case entries([Entry])
    /// Some members of a set came or went, in order.
    case members([Member])
    /// Elements of a list came, went or changed, from its beginning.
    case list([Run])
    /// Stretches of a long text came or went, from its beginning.
    case text([TextRun])
  }
}

extension Patch.Node {
  /// A field that changed.
  package struct Field: Hashable, Sendable {
    package var name: String
    package var node: Patch.Node

    package init(name: String, node: Patch.Node) { (self.name, self.node) = (name, node) }

    package static func == (left: Field, right: Field) -> Bool {
      left.name.isWritten(as: right.name) && left.node == right.node
    }
  }

  /// An entry of a map that changed.
  package struct Entry: Hashable, Sendable {
    package var key: PlainValue
    package var change: EntryChange
  }

  /// The change of an entry.
  package enum EntryChange: Hashable, Sendable {
    case inserted(PlainValue)
    case removed(PlainValue)
    case changed(Patch.Node)
  }

  /// A member of a set that came or went.
  package struct Member: Hashable, Sendable {
    package var value: PlainValue
    package var isInserted: Bool
  }

  /// Neighbouring elements of a list that had the same fate. What comes after the last run is kept.
  package enum Run: Hashable, Sendable {
    /// So many elements are as they were.
    case kept(Int)
    /// One element changed.
    case changed(Patch.Node)
    /// These elements went.
    case removed([PlainValue])
    /// These elements came.
    case inserted([PlainValue])
  }

  var isReplacement: Bool {
    if case .replaced = self { true } else { false }
  }

  /// The kind of parts that the node changes, for messages.
  var kind: String {
    switch self {
    case .replaced: "a whole value"
    case .fields: "the fields of a record"
    case .entries: "the entries of a map"
    case .members: "the members of a set"
    case .list: "the elements of a list"
    case .text: "a text"
    }
  }
}

extension Patch {
  /// Finds the difference between two values.
  ///
  /// - Throws: `PatchError.Reason.unwritable` when a leaf's own `Codable` conformance refuses to write it.
  /// - Complexity: O(changes · log *n*) for versions of one value; O(*n*) when they share nothing.
  public init<Value: DescribedValue>(from old: Value, to new: Value) throws(PatchError) {
    try self.init(from: old, to: new, Value._shape)
  }

  /// The difference between two values where that of some fields is known already.
  package init<Value: DescribedValue>(
    from old: Value,
    to new: Value,
    knowing known: KnownDifferences?
  ) throws(PatchError) {
    root = try withPlace(of: old) { old throws(PatchError) in
      try withPlace(of: new) { new throws(PatchError) in
        guard let known else { return try Value._shape.difference(from: old, to: new) }
        return try Value._shape.difference(from: old, to: new, knowing: known)
      }
    }
  }

  init<Value>(from old: Value, to new: Value, _ shape: ValueShape<Value>) throws(PatchError) {
    root = try withPlace(of: old) { old throws(PatchError) in
      try withPlace(of: new) { new throws(PatchError) in try shape.difference(from: old, to: new) }
    }
  }
}

extension DescribedValue {
  /// Returns the value that the patch makes of this one.
  ///
  /// Every change can be undone exactly, by the patch's ``Patch/inverted``. So it is an error, too, when the patch brings a
  /// value with a name that its type does not know; ``PlainValue`` accepts every name.
  ///
  /// - Throws: ``PatchError`` with the path to the part that does not fit: the value is not the one that the patch was made
  ///   from, or not of the type that it was made for.
  /// - Complexity: O(changes · log *n*).
  public func applying(_ patch: Patch) throws(PatchError) -> Self { try applying(patch, .whole) }

  package func applying(_ patch: Patch, _ taking: PatchTaking) throws(PatchError) -> Self {
    guard let root = patch.root else { return self }
    var changed = self
    try withPlace(of: &changed) { value throws(PatchError) in
      try Self._shape.apply(root, to: value, taking)
    }
    return changed
  }

  /// Changes this value as the patch says.
  ///
  /// - Throws: ``PatchError`` with the path to what does not fit, as from ``applying(_:)``; the value is then as it was.
  /// - Complexity: O(changes · log *n*).
  public mutating func apply(_ patch: Patch) throws(PatchError) {
    self = try applying(patch)
  }
}

extension Patch.Node.Run {
  /// The elements that went.
  fileprivate var gone: [PlainValue] { if case .removed(let values) = self { Array(values) } else { [] } }

  /// The elements that came.
  fileprivate var come: [PlainValue] { if case .inserted(let values) = self { Array(values) } else { [] } }
}
