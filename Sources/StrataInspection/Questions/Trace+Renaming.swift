import StrataCore

extension Trace {
  /// Traces a value through a state that another version of the app has written anew under its own names.
  ///
  /// Neither version says which names differ. An added name is matched with the removed name that had the same value,
  /// or with the only removed name if it is the only added name itself.
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
  /// Returns the name in `old` of the value that has a name, a key or a position in this value; nil if `old` does not
  /// have it.
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
