/// An error that says what happened, and what an app can call: a program for people says what they can type instead.
package protocol AdvisedError: Error {
  /// The failure and its place, as sentences.
  var happening: String { get }
  /// The steps that the app can take; nil where they depend on what the app wants.
  var advice: String? { get }
}

extension AdvisedError {
  /// The failure and its place, and the steps that the app can take.
  package var sentences: String { [happening, advice].compactMap { $0 }.joined(separator: " ") }
}
