/// The names that a description gives a field, a case, or a value that a case carries.
struct DescribedName {
  let now: String
  /// The names that older versions of the app gave it.
  let before: [String]

  init(_ name: String, formerly names: [String] = []) { (now, before) = (name, names) }

  /// Every name, the present one first.
  var all: [String] { [now] + before }

  /// Whether it is called so, or was.
  func isCalled(_ other: String) -> Bool {
    now.isWritten(as: other) || before.contains { $0.isWritten(as: other) }
  }
}
