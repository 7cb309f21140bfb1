import PersistentCollections

extension People: Codable {
  private enum Key: String, CodingKey {
    case list
  }

  /// Decodes a list of people, and looks whether it can be one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    list = try container.decode(PersistentArray<Person>.self, forKey: .list)
    try decoder.require(inconsistency())
  }

  /// Encodes the people in order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(list, forKey: .list)
  }
}

extension People {
  /// Looks for what cannot be in a list of people, however it came about; nil when there is nothing.
  func inconsistency() -> String? {
    let tags = list.map(\.tag)
    if let tag = tags.first(where: { !IDCounter.ids.contains($0) }) {
      return "\(tag) is no tag for a person."
    }
    return Set(tags).count == tags.count ? nil : "Two people have the same tag."
  }

  /// The greatest tag in the list; 0 when there is none.
  var greatestID: Int { list.lazy.map(\.tag).max() ?? 0 }
}
