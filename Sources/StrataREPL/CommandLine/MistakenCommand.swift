/// A command of a sitting that stands where a file is named: a workspace of that name is hardly meant.
struct MistakenCommand: Error, Equatable, CustomStringConvertible {
  let word: String

  /// - Parameter word: What stands there; nil comes of one that is no command.
  init?(_ word: String) {
    guard Verb.all.contains(where: { $0.name.prefix { $0 != " " } == word }) else { return nil }
    self.word = word
  }

  /// What was mistaken for what.
  var happening: String { "\(word) is a command, which is typed in a sitting." }

  var description: String {
    "\(happening) Name no file to begin one; a file of that name is ./\(word)"
  }
}
