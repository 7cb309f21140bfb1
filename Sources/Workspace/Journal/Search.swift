import PersistentCollections

/// A todo or a note that a search found.
public enum Found: Equatable, Sendable {
  /// A todo with the words in its title or its link.
  case todo(Todo)
  /// A note with the words in its text.
  case note(Note)

  /// The day of a note, or the first day of a todo.
  public var day: Day {
    switch self {
    case .todo(let todo): todo.start
    case .note(let note): note.time.day
    }
  }
}

/// The results of a search. Each is looked up when it is read, for a person reads the first of very many.
public struct SearchResults: RandomAccessCollection, Sendable {
  /// The day and the number of a result.
  fileprivate typealias Place = (day: Day, id: Int, isTodo: Bool)

  private let places: ArraySlice<Place>
  private let todos: PersistentSortedMap<Int, Todo>
  private let notes: PersistentSortedMap<Int, Note>

  fileprivate init(_ places: ArraySlice<Place>, in journal: Journal) {
    (self.places, todos, notes) = (places, journal.todos, journal.notes)
  }

  /// Makes no results.
  public init() { self.init([], in: Journal()) }

  /// The largest number of a result; nil where there is none.
  public var largestID: Int? { places.lazy.map { $0.id }.max() }

  /// The position of the first result.
  public var startIndex: Int { places.startIndex }

  /// The position behind the last result.
  public var endIndex: Int { places.endIndex }

  /// The result at a position.
  ///
  /// - Complexity: O(log *n*) for *n* todos and notes in the journal.
  public subscript(position: Int) -> Found {
    let place = places[position]
    if place.isTodo, let todo = todos[place.id] { return .todo(todo) }
    guard !place.isTodo, let note = notes[place.id] else {
      preconditionFailure("A result is in the journal of its search")
    }
    return .note(note)
  }
}

extension Journal {
  /// Searches the todos and notes of all days, past and future; the newest results come first.
  ///
  /// - Parameters:
  ///   - words: The words that a result must contain, all of them.
  ///   - isPending: Whether only pending todos are searched.
  ///   - most: The greatest number of results to return.
  /// - Returns: The newest results, and the count of all.
  /// - Complexity: O(letters in the journal).
  public func search(
    for words: SearchWords,
    pending isPending: Bool = false,
    most: Int = .max
  ) -> (newest: SearchResults, count: Int) {
    var places: [SearchResults.Place] = []
    // A hundred thousand todos are read in place, without a copy.
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
    return (SearchResults(newest, in: self), places.count)
  }
}

/// Words to find in texts, in capitals or not.
///
/// Nearly all texts are ASCII. Their bytes are compared in place.
public struct SearchWords: Sendable {
  private let words: [Word]

  private struct Word: Sendable {
    let text: String
    let bytes: [UInt8]
    let isASCII: Bool
  }

  /// Splits a text into words; nil where it has none.
  public init?(_ text: String) {
    let found = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    guard !found.isEmpty else { return nil }
    words = found.map { Word(text: $0, bytes: Array($0.utf8), isASCII: $0.utf8.allSatisfy { $0 < 0x80 }) }
  }

  /// Whether a text contains all of the words.
  func areAll(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      if bytes.allSatisfy({ $0 < 0x80 }) {
        return words.allSatisfy { $0.isASCII && isPart($0.bytes, of: bytes) }
      }
      let letters = String(decoding: bytes, as: UTF8.self).lowercased()
      return words.allSatisfy { letters.contains($0.text) }
    }
  }

  private func isPart(_ word: [UInt8], of text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= word.count, let first = word.first else { return false }
    return word.withUnsafeBufferPointer { word in
      for start in 0...text.count &- word.count where small(text[start]) == first {
        var offset = 1
        while offset < word.count, small(text[start &+ offset]) == word[offset] { offset &+= 1 }
        if offset == word.count { return true }
      }
      return false
    }
  }

  private func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
