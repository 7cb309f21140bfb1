/// An action changed something else than a test expected: where, and what to do about it.
public struct UnexpectedChange: Error, Equatable, CustomStringConvertible {
  /// The places at which the values differ; empty when they are unequal in a way that their parts do not show.
  public let differences: [ValueDifference]
  /// The whole story for the person who reads the test's output.
  public let description: String

  /// Compares what an action made of a value with what was expected; nil when they are equal.
  init?<State: Equatable>(
    of action: Any,
    from before: State,
    to result: State,
    not expected: State,
    at place: TestPlace
  ) {
    guard result != expected else { return nil }
    differences = ValueDifference.between(expected: expected, actual: result)
    let headline: String
    let advice: String
    if result == before {
      headline = "\(action) changed nothing, and a change was expected."
      advice =
        "If that is right, leave out the closure; else look for the case in the reducer that does nothing."
    } else if expected == before {
      headline = "\(action) changed something, and nothing was expected to change."
      advice = "State the change in the closure, as in { $0.part = new }, or mend the reducer."
    } else {
      headline = "\(action) did not make of the value what was expected."
      advice = "State in the closure all that the action changes and nothing else, or mend the reducer."
    }
    description = Self.text(headline, differences, ("expected", "but is"), advice, place)
  }

  private init(differences: [ValueDifference], description: String) {
    (self.differences, self.description) = (differences, description)
  }

  /// Compares what the same action made of the same value twice; nil when it is the same.
  static func unrepeatable<State: Equatable>(
    _ action: Any,
    once: State,
    again: State,
    at place: TestPlace
  ) -> UnexpectedChange? {
    guard once != again else { return nil }
    let differences = ValueDifference.between(expected: once, actual: again)
    // A value that is not equal to itself, as one with a NaN in it, says nothing about the reducer.
    guard !differences.isEmpty else { return nil }
    let advice =
      "Hand clocks, random numbers and new ids to the reducer inside the action, so that it can be repeated."
    return UnexpectedChange(
      differences: differences,
      description: text(
        "\(action) made two different values of the same one.",
        differences,
        ("first", "then"),
        advice,
        place
      )
    )
  }

  private static func text(
    _ headline: String,
    _ differences: [ValueDifference],
    _ names: (expected: String, actual: String),
    _ advice: String,
    _ place: TestPlace
  ) -> String {
    let shown = 12
    var lines = [headline, ""]
    for difference in differences.prefix(shown) { lines += difference.lines(names) }
    if differences.count > shown { lines.append("  and \(differences.count - shown) more") }
    if differences.isEmpty {
      lines.append("  Their parts all look alike: is there a NaN in them, or an == that is never true?")
    }
    return (lines + ["", advice, place.sentence("Stated")]).joined(separator: "\n")
  }
}
