/// An error that says what happened, and what an app can call: a program for people says what they can type instead.
package protocol Advising: Error {
  /// What happened, and where.
  var happening: String { get }
  /// What the app can do about it; nil where that depends on what it wants.
  var advice: String? { get }
}

extension Advising {
  /// What happened, where, and what can be done about it.
  package var sentences: String { [happening, advice].compactMap { $0 }.joined(separator: " ") }
}
