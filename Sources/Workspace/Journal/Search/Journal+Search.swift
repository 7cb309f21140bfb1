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

/// What was found in a journal: each thing is looked up when it is looked at, for of very many a person reads the first.
public struct FoundThings: RandomAccessCollection, Sendable {
  /// The number of a thing, and where it stands.
  fileprivate typealias Place = (day: Day, id: Int, isTodo: Bool)

  private let places: ArraySlice<Place>
  private let todos: PersistentSortedMap<Int, Todo>
  private let notes: PersistentSortedMap<Int, Note>

  fileprivate init(_ places: ArraySlice<Place>, in journal: Journal) {
    (self.places, todos, notes) = (places, journal.todos, journal.notes)
  }

  /// Nothing.
  public init() { self.init([], in: Journal()) }

  /// The largest number of a thing; nil of none.
  public var largestID: Int? { places.lazy.map { $0.id }.max() }

  /// The position of the first thing.
  public var startIndex: Int { places.startIndex }

  /// The position behind the last thing.
  public var endIndex: Int { places.endIndex }

  /// The thing at a position.
  ///
  /// - Complexity: O(log *n*) for *n* things in the journal.
  public subscript(position: Int) -> Found {
    let place = places[position]
    if place.isTodo, let todo = todos[place.id] { return .todo(todo) }
    guard !place.isTodo, let note = notes[place.id] else {
      preconditionFailure("What was found is in the journal that it was found in")
    }
    return .note(note)
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
  ) -> (newest: FoundThings, count: Int) {
    var places: [FoundThings.Place] = []
    // Where they lie: there are a great many.
    todos.forEachPlace { place in
      let todo = place.value
      if isPending && !todo.pointee.isPending { return }
      if words.areAll(in: todo.pointee.title) || todo.pointee.url.map(words.areAll) ?? false {
        places.append((todo.pointee.start, todo.pointee.id, true))
      }
    }
    if !isPending {
      for (id, note) in notes where words.areAll(in: String(note.text)) {
        places.append((note.time.day, id, false))
      }
    }
    let newest = places.sorted { $0.day == $1.day ? $0.id > $1.id : $0.day > $1.day }.prefix(most)
    return (FoundThings(newest, in: self), places.count)
  }
}
