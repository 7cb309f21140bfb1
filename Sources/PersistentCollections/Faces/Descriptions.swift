extension RankedCollection {
  /// The elements as they are written in a literal.
  public var description: String { Array(self).description }

  /// The elements as they are written in a literal, behind the name of their collection.
  public var debugDescription: String {
    "\(String(describing: Self.self).prefix { $0 != "<" })(\(description))"
  }
}

extension KeyedCollection {
  /// The elements as they are written in a literal.
  public var description: String {
    guard !isEmpty else { return "[:]" }
    let elements = map { key, value in "\(String(reflecting: key)): \(String(reflecting: value))" }
    return "[\(elements.joined(separator: ", "))]"
  }

  /// The elements as they are written in a literal, as the standard library describes a dictionary.
  public var debugDescription: String { description }

  /// The elements, as a debugger shows those of a dictionary.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: map { ($0.key, $0.value) }, displayStyle: .dictionary)
  }
}
