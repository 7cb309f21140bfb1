/// The texts of neighbouring elements of a collection, each with a comma behind it.
struct TextChunk<Key: ElementKey>: Sendable {
  /// The elements' keys in order; none for elements that stay where they are.
  let keys: [Key]
  /// Where each text ends.
  let ends: [Int]
  let text: JSONPiece

  var count: Int { ends.count }

  /// Where the text of an element is, with its comma.
  func text(of index: Int) -> JSONPiece {
    let start = text.range.lowerBound
    return JSONPiece(
      block: text.block,
      range: start + (index == 0 ? 0 : ends[index - 1])..<start + ends[index]
    )
  }
}

/// Writes elements one after the other, and cuts what it has written into chunks.
struct TextChunkBuilder<Key: ElementKey>: ~Copyable {
  private var writer = JSONWriter(blockSize: .max)
  private var keys: [Key] = []
  private var ends: [Int] = []
  private(set) var chunks: [TextChunk<Key>] = []
  /// Whether no key came before one that precedes it, or that is the same.
  private(set) var isAscending = true
  private var lastKey: Key?

  init() {}

  /// How many bytes have been written and not been cut off.
  var pendingSize: Int { writer.pendingCount }
  var hasUnspeakable: Bool { writer.hasUnspeakable }

  /// Writes an element.
  mutating func add(
    _ key: Key?,
    _ write: (inout JSONWriter) throws(PatchError) -> Void
  ) throws(PatchError) {
    writer.beginMovable()
    try write(&writer)
    writer.endMovable()
    note(key)
  }

  /// Takes over an element that was written before.
  mutating func add(_ index: Int, of chunk: TextChunk<Key>) {
    chunk.text(of: index).withBytes { writer.append($0) }
    note(chunk.keys.isEmpty ? nil : chunk.keys[index])
  }

  private mutating func note(_ key: Key?) {
    ends.append(writer.pendingCount)
    guard let key else { return }
    keys.append(key)
    if let lastKey, !lastKey.precedes(key) { isAscending = false }
    lastKey = key
  }

  /// Takes over a whole chunk.
  mutating func add(_ chunk: TextChunk<Key>) {
    cut()
    chunks.append(chunk)
  }

  /// Makes a chunk of what has been written since the last one.
  mutating func cut() {
    if ends.isEmpty { return }
    chunks.append(TextChunk(keys: keys, ends: ends, text: writer.take()))
    keys.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Makes chunks of about the same size of what has been written since the last one.
  mutating func cut(size: Int) {
    guard pendingSize > 2 * size else { return cut() }
    let partSize = pendingSize / (pendingSize / size)
    cut()
    let whole = chunks.removeLast()
    for index in 0..<whole.count {
      if pendingSize >= partSize { cut() }
      chunk(index, of: whole)
    }
    cut()
  }

  private mutating func chunk(_ index: Int, of whole: TextChunk<Key>) {
    whole.text(of: index).withBytes { writer.append($0) }
    ends.append(writer.pendingCount)
    if !whole.keys.isEmpty { keys.append(whole.keys[index]) }
  }
}
