import Strata

extension Store<AppState> {
  /// Changes a person as they are now, as one step, and returns what became different; no change is no step.
  ///
  ///     try store.modifyPerson(3) { $0.face.glasses = true }
  ///
  /// - Throws: `PeopleError` when there is no such person or their name is empty afterwards, and what `change` and
  ///   `transaction` throw.
  @discardableResult
  public func modifyPerson(_ tag: Int, _ change: (inout Person) throws -> Void) throws -> PersonDifference {
    try transaction("Edit Person") { draft in
      guard var person = draft.state.document.people[tag] else { throw PeopleError.noPerson(tag) }
      let difference = try person.modify(change)
      try draft.send(.people(.edit(difference)))
      return difference
    }
  }
}
