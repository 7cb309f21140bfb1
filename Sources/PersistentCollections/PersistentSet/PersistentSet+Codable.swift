extension PersistentSet: Encodable where Element: Encodable {
  /// Encodes the elements as a list, as `Set` does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension PersistentSet: Decodable where Element: Decodable {
  /// Decodes a list; elements that are there twice are taken once, as `Set` takes them.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd { insert(try container.decode(Element.self)) }
  }
}
