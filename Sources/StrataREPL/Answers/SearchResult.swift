import Workspace

/// What a search found, the newest first.
struct SearchResult {
  /// How many are shown where not all are asked for.
  static let most = 50

  /// The words, as they were typed.
  var words: String
  var isPending: Bool
  var things: FoundThings
  /// How many there are in all.
  var count: Int
}

extension SearchResult {
  /// Looks for words in a journal; finds nothing where there are none.
  init(for words: String, in journal: Journal, pending isPending: Bool, all isAll: Bool) {
    let sought = SoughtWords(words)
    let found = sought.map { journal.search(for: $0, pending: isPending, most: isAll ? .max : Self.most) }
    (self.words, self.isPending) = (words, isPending)
    (things, count) = (found?.newest ?? FoundThings(), found?.count ?? 0)
  }
}

extension Found {
  /// What was found, as lists show it.
  var thing: Thing {
    switch self {
    case .todo(let todo): .todo(todo)
    case .note(let note): .note(note)
    }
  }
}
