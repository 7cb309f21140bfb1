import StrataCore

extension Trace {
  /// What happened to a value where another version of the app has written a state anew under its own names.
  ///
  /// Neither version says what it calls differently; a name that came is the one that went which had the same value, or
  /// the only one that went where this is the only one that came.
  ///
  /// - Complexity: O(names on the way, and their values).
  init(renaming old: PlainValue, to new: PlainValue, _ path: [String]) {
    var (before, after, place) = (Optional(old), Optional(new), [String]())
    for component in path {
      let name = before.flatMap { before in after.flatMap { $0.name(of: component, in: before) } }
      if let name { place.append(name) }
      (before, after) = (name.flatMap { before?.member($0) }, after?.member(component))
    }
    self.init(before != after, before: before.map { _ in place })
  }
}

extension PlainValue {
  /// What another value calls what has a name, a key or a position in this one; nil where it does not have it.
  fileprivate func name(of component: String, in old: PlainValue) -> String? {
    guard case (.record(let before), .record(let after)) = (old, self), before[component] == nil else {
      return component
    }
    let gone = before.members.filter { after[$0.name] == nil }
    let alike = gone.filter { $0.value == after[component] }
    if alike.count == 1 { return alike[0].name }
    let come = after.members.filter { before[$0.name] == nil }
    return gone.count == 1 && come.count == 1 ? gone[0].name : nil
  }
}
