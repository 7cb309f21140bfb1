import StrataCore

/// Sees to it that a value's description tells every field, and that the value comes back as it is written.
///
///     try expectCompleteDescription(of: AppState.example)
///
/// A store looks at the value to begin with; this looks at the values that you give it: give it one of everything, with
/// something in every optional and collection. The values inside are looked at, too.
///
/// - Throws: `DescriptionError`, whose description names what is wrong, and what to do.
public func expectCompleteDescription(of value: some DescribedValue) throws {
  var check = DescriptionCheck()
  check.look(at: value)
  guard check.problems.isEmpty else { throw DescriptionError(problems: check.problems) }
}

/// Goes through a value and compares what its types say of themselves.
private struct DescriptionCheck {
  private(set) var problems: [DescriptionError.Problem] = []

  mutating func look(at value: Any) {
    if let described = value as? any DescribedValue { check(described) }
    for child in Mirror(reflecting: value).children { look(at: child.value) }
  }

  private mutating func check<Value: DescribedValue>(_ value: Value) {
    for problem in value.descriptionProblems where !problems.contains(problem) { problems.append(problem) }
  }
}
