extension Journal {
  static func requireText(_ text: some Sequence<Character>, or error: JournalError) throws(JournalError) {
    guard text.contains(where: { !$0.isWhitespace }) else { throw error }
  }

  /// A URL has a scheme and something behind it, and nothing that would end it in a line of text.
  static func requireURL(_ url: String?) throws(JournalError) {
    guard let url else { return }
    let parts = url.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let isInOnePiece = url.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .control
    }
    guard isInOnePiece, parts.count == 2, !parts[1].isEmpty, isScheme(parts[0]) else { throw .notAURL(url) }
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// What todos and the items of bundles have in common.
  func requireFields(_ title: String, _ category: Int?, _ url: String?) throws(JournalError) {
    try Self.requireText(title, or: .emptyTitle)
    try requireCategory(category)
    try Self.requireURL(url)
  }
}
