/// The text of a collection's elements, found in the collection's own order and put into that of their keys: the same
/// collection is the same bytes.
struct ElementsInOrder: ~Copyable {
  private var text: JSONWriter
  private var elements: [(key: PlainValue, range: Range<Int>)] = []

  /// - Parameter json: The writer that the elements are for.
  init(in json: borrowing JSONWriter) {
    text = JSONWriter(inside: json)
  }

  /// Adds an element.
  mutating func add(
    _ key: PlainValue,
    write: (inout JSONWriter) throws(PatchError) -> Void
  ) throws(PatchError) {
    let start = text.beginApart()
    try write(&text)
    elements.append((key, start..<text.count))
  }

  /// Writes all elements, each after what `writeKey` makes of its key.
  ///
  /// - Throws: `PatchError.alreadyThere` when two keys are written the same, so that one of them would be lost.
  consuming func write(
    to json: inout JSONWriter,
    _ writeKey: (PlainValue, inout JSONWriter) -> Void
  ) throws(PatchError) {
    elements.sort { $0.key.precedes($1.key) }
    if let twin = zip(elements, elements.dropFirst()).first(where: { !$0.key.precedes($1.key) }) {
      throw PatchError(.alreadyThere).inside(.key(twin.0.key))
    }
    let bytes = text.bytes
    bytes.withBytes { bytes in
      for element in elements {
        writeKey(element.key, &json)
        json.write(raw: bytes.part(element.range))
      }
    }
    if text.isTooDeep { json.noteTooDeep() }
  }
}
