/// How much of the values in a patch a type has to know.
package enum PatchTaking: Sendable {
  /// All of it. A value is written again just as the patch has it, to the last name: otherwise the inverted patch would not
  /// fit.
  case whole
  /// As much as in a state file: for patches that the app has written itself, perhaps when its types were others.
  case known
}

extension ValueShape {
  /// Makes a value of one that a patch brings.
  final func make(from plain: PlainValue, _ taking: PatchTaking) throws(PatchError) -> Value {
    let value = try make(from: plain)
    if taking == .whole {
      let made = try self.plain(of: value)
      if made != plain, !areOfLeaves(made, plain) { throw PatchError(taking: plain, as: made) }
    }
    return value
  }
}

extension AnyValueShape {
  /// Changes a field of a record, or a value that a case carries, in place.
  ///
  /// A node may say that the field was or becomes none, though its type does not allow that. The node was written when the
  /// type did: the field was left out then, and now has the value of a missing field.
  final func apply(
    _ node: Patch.Node,
    toPart part: MutableValuePlace,
    _ taking: PatchTaking,
    whereMissing: () throws(PatchError) -> PlainValue?
  ) throws(PatchError) {
    do throws(PatchError) {
      try apply(node, to: part, taking)
    } catch {
      // A node that replaces the whole value, and does not fit, has changed nothing yet.
      guard taking == .known, !mayBeAbsent, case .replaced(let old, let new) = node,
        old == .null || new == .null, let missing = try whereMissing()
      else { throw error }
      let (before, after) = (old == .null ? missing : old, new == .null ? missing : new)
      try apply(.replaced(old: before, new: after), to: part, taking)
    }
  }

  /// Sees to it that what is there is what a patch was made from.
  final func check(
    _ found: PlainValue,
    is expected: PlainValue,
    _ taking: PatchTaking
  ) throws(PatchError) {
    if found == expected || areOfLeaves(found, expected) { return }
    if taking == .known, let known = try? known(of: expected) {
      if found == known || areOfLeaves(found, known) { return }
    }
    throw PatchError(.differs(expected: expected, found: found))
  }

  /// Whether two values are the same but for the order of what is in a leaf: a set there may be written in another one by
  /// each process.
  fileprivate final func areOfLeaves(_ left: PlainValue, _ right: PlainValue) -> Bool {
    hasLeaves && left.inAnyOrder == right.inAnyOrder
  }
}

extension PatchError {
  /// The error that a type makes another value of the one that a patch brings, seen from the first difference.
  fileprivate init(taking given: PlainValue, as made: PlainValue) {
    switch (given, made) {
    case (.record(let fields), .record(let known)):
      for field in fields.members {
        guard let value = known[field.name] else {
          // That none is written by its name is no news about the type.
          if field.value == .null { continue }
          self.init(.takenAs(made, given: given))
          return
        }
        if value == field.value { continue }
        self = PatchError(taking: field.value, as: value).inside(.field(field.name))
        return
      }
    case (.list(let values), .list(let known)) where values.count == known.count:
      for (position, (value, made)) in zip(values, known).enumerated() where value != made {
        self = PatchError(taking: value, as: made).inside(.position(position))
        return
      }
    default: break
    }
    self.init(.takenAs(made, given: given))
  }
}
