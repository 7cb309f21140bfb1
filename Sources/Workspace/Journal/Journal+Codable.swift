import PersistentCollections

extension Journal: Codable {
  private enum Key: String, CodingKey {
    case pages, categories, bundles, todos, notes
  }

  /// Decodes a journal, and looks whether it can be one.
  ///
  /// - Throws: `DecodingError`, also for references to what is not there, and endings before their start.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    pages = try container.decode(PersistentArray<Day>.self, forKey: .pages)
    categories = try container.decode(PersistentArray<TodoCategory>.self, forKey: .categories)
    bundles = try container.decode(PersistentSortedMap<Int, TodoBundle>.self, forKey: .bundles)
    todos = try container.decode(PersistentSortedMap<Int, Todo>.self, forKey: .todos)
    notes = try container.decode(PersistentSortedMap<Int, Note>.self, forKey: .notes)
    try decoder.require(inconsistency())
  }

  /// Encodes the journal without what follows from the rest.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(pages, forKey: .pages)
    try container.encode(categories, forKey: .categories)
    try container.encode(bundles, forKey: .bundles)
    try container.encode(todos, forKey: .todos)
    try container.encode(notes, forKey: .notes)
  }
}

extension Decoder {
  /// Refuses what was decoded when something was found that cannot be in it.
  func require(_ inconsistency: String?) throws {
    if let inconsistency {
      throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: inconsistency))
    }
  }
}
