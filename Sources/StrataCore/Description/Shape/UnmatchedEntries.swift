/// Keys and members that may not be equal to themselves: a walk may not find them on the other side, so they are compared
/// by what is written of them.
struct UnmatchedEntries {
  private var old: [PlainValue] = []
  private var new: [PlainValue] = []

  /// Takes note of one that is only in the old collection, or only in the new one.
  mutating func add(_ plain: PlainValue, isOld: Bool) {
    if isOld { old.append(plain) } else { new.append(plain) }
  }

  /// Whether both collections have the same.
  var areSame: Bool {
    old.count == new.count && old.sorted(by: \.self) == new.sorted(by: \.self)
  }
}
