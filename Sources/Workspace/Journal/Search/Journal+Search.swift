import PersistentCollections

/// What was found in a journal.
public enum Found: Equatable, Sendable {
  /// A todo by its title or its link.
  case todo(Todo)
  /// A note by what it says.
  case note(Note)

  /// The day that it stands on: the first one of a todo.
  public var day: Day {
    switch self {
    case .todo(let todo): todo.start
    case .note(let note): note.time.day
    }
  }

}

extension Journal {
  /// Looks for words in all todos and notes of all days, the past and the future; the newest come first.
  ///
  /// - Parameters:
  ///   - words: What has to be there, all of it.
  ///   - isPending: Whether only what is still to be done is looked at.
  ///   - most: How many are returned at most.
  /// - Returns: The newest, and how many there are in all.
  /// - Complexity: O(letters in the journal).
  public func search(
    for words: SoughtWords,
    pending isPending: Bool = false,
    most: Int = .max
  ) -> (newest: [Found], count: Int) {
    // What is sorted is small: of most that is found only the number is asked.
    var places: [(day: Day, id: Int, isTodo: Bool)] = []
    for (id, todo) in todos where !isPending || todo.isPending {
      if words.areAll(in: todo.title) || todo.url.map(words.areAll) ?? false {
        places.append((todo.start, id, true))
      }
    }
    if !isPending {
      for (id, note) in notes where words.areAll(in: String(note.text)) {
        places.append((note.time.day, id, false))
      }
    }
    let newest = places.sorted { $0.day == $1.day ? $0.id > $1.id : $0.day > $1.day }.prefix(most)
    return (
      newest.compactMap { place in
        place.isTodo ? todos[place.id].map(Found.todo) : notes[place.id].map(Found.note)
      }, places.count
    )
  }
}
