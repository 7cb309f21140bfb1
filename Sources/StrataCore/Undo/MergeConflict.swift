/// A place where two changes of one value contradict each other, and the values to choose from.
///
/// In a merge the two sides are ``mine`` and ``theirs``. In an undo or redo of one step, a rejection or a cancelled group
/// they are ``restored`` and ``current``.
public struct MergeConflict: Hashable, Sendable {
  /// The way there, in the value that is led on from: mine of a ``Merge``, theirs of a patch that is carried. A position
  /// in a text is counted in bytes of UTF-8.
  public let path: [PathComponent]
  /// How the changes contradict each other.
  public let kind: Kind
  /// The value that both changes began with; nil for no value.
  public let base: PlainValue?
  /// The value after one's own change; nil for no value.
  public let mine: PlainValue?
  /// The value after the other change; nil for no value.
  public let theirs: PlainValue?
  /// The call that asks.
  let sides: Sides

  /// The value that the step would bring back, in an undo or redo; it is the same as ``mine``.
  public var restored: PlainValue? { mine }
  /// The value at present, in an undo or redo; it is the same as ``theirs``.
  public var current: PlainValue? { theirs }

  /// How two changes can contradict each other.
  public enum Kind: Hashable, Sendable {
    /// Each made something else of one value.
    case changedTwice
    /// One changed what the other removed.
    case changedAndRemoved
    /// Both put something in the same place, and not the same.
    case insertedTwice
    /// Both moved one element of a list, and not to the same place; the values are the positions.
    case outOfOrder
  }

  /// The value to put at the place of the conflict.
  public enum Choice: Hashable, Sendable {
    /// The value after one's own change.
    case mine
    /// The value after the other change.
    case theirs
    /// Something else; nil for nothing.
    case value(PlainValue?)

    /// The value that the step would bring back, in an undo or redo; it is the same as ``mine``.
    public static var restored: Choice { .mine }
    /// The value at present, in an undo or redo; it is the same as ``theirs``.
    public static var current: Choice { .theirs }
  }
}

extension MergeConflict {
  /// A call in which steps contradict each other: it says which of them is called *mine*.
  enum Sides {
    /// Mine is what is there at present, theirs what the branch has.
    case merge
    /// Mine is the change that is carried, theirs what is there.
    case rebase
    /// Mine is what the step would bring back, theirs what is there.
    case undo
  }

  /// A conflict of steps, as one who chooses sees it.
  init(_ conflict: StepConflict, _ sides: Sides) {
    let (current, other) = (conflict.current, conflict.other)
    self.init(
      path: conflict.path,
      kind: conflict.kind,
      base: conflict.base,
      mine: sides == .merge ? current : other,
      theirs: sides == .merge ? other : current,
      sides: sides
    )
  }

  /// The same conflict, with another way to it.
  func at(_ path: [PathComponent]) -> MergeConflict {
    MergeConflict(path: path, kind: kind, base: base, mine: mine, theirs: theirs, sides: sides)
  }
}

extension MergeConflict.Choice {
  /// The same choice between the sides of a conflict of steps.
  func choice(_ sides: MergeConflict.Sides) -> StepConflict.Choice {
    switch self {
    case .mine: sides == .merge ? .current : .other
    case .theirs: sides == .merge ? .other : .current
    case .value(let value): .value(value)
    }
  }
}

extension MergeConflict: CustomStringConvertible {
  /// The place, and what there is to choose from: `todos / 42 / title: was "A", mine "B", theirs "C"`, and in an undo
  /// `was "A", restored "B", current "C"`.
  public var description: String {
    func text(_ value: PlainValue?) -> String { value.map { "\($0)" } ?? "nothing" }
    let names = sides == .undo ? ("restored", "current") : ("mine", "theirs")
    let choices = "was \(text(base)), \(names.0) \(text(mine)), \(names.1) \(text(theirs))"
    return path.isEmpty ? choices : "\(path.map(\.description).joined(separator: " / ")): \(choices)"
  }
}

/// Why changes could not be merged.
public enum MergeError: Error, Hashable, Sendable {
  /// The changes contradict each other, and the caller left open what is to be there.
  case conflicts([MergeConflict])
  /// The changes were not made from one value, or what they make together is none of its type.
  case patch(PatchError)
}

extension MergeError: CustomStringConvertible {
  /// A description of the error, with the place of each conflict.
  public var description: String {
    switch self {
    case .conflicts(let conflicts):
      "\(conflicts.count == 1 ? "a change contradicts" : "\(conflicts.count) changes contradict") another one: "
        + conflicts.map(\.description).joined(separator: "; ")
        + ". Say what is to be there (resolving:)"
    case .patch(let error): "\(error)"
    }
  }
}

/// The side whose insertion stands first where two changes insert at one place.
///
/// Every machine has to give two changes the same ranks, or the merged values differ.
public enum MergeRank: Hashable, Sendable {
  /// One's own insertion stands first.
  case first
  /// The other one stands first.
  case second

  /// The other rank.
  public var mirrored: MergeRank { self == .first ? .second : .first }
}
