/// The text of a collection, element by element, in chunks of neighbours.
///
/// Another version's text is made of it by writing the elements anew that are different, and copying the others of
/// their chunks: all other chunks are taken over as they are.
struct ElementTexts<Key: ElementKey>: Sendable {
  private(set) var chunks: [TextChunk<Key>]

  init(_ builder: consuming TextChunkBuilder<Key>) {
    builder.cut()
    chunks = builder.chunks
  }

  /// Puts the elements in order; of those with one key, the first one stays first.
  ///
  /// - Parameter dropsDoubles: Whether the first one is the only one that stays.
  func sorted(size: Int, droppingDoubles dropsDoubles: Bool) -> ElementTexts {
    let places = chunks.indices.flatMap { chunk in
      chunks[chunk].keys.indices.map { (chunk: chunk, index: $0, key: chunks[chunk].keys[$0]) }
    }
    var builder = TextChunkBuilder<Key>()
    var last: Key?
    for place in places.sorted(by: { $0.key.precedes($1.key) }) {
      if dropsDoubles, let last, !last.precedes(place.key) { continue }
      last = place.key
      builder.add(place.index, of: chunks[place.chunk])
      if builder.pendingSize >= size { builder.cut() }
    }
    return ElementTexts(builder)
  }

  /// Writes the elements.
  ///
  /// - Parameter isShared: Whether they are kept, so that they need not be copied.
  func write(to json: inout JSONWriter, isShared: Bool) {
    for chunk in chunks { json.write(movable: chunk.text, isShared: isShared) }
  }
}

extension ElementTexts {
  /// Elements that go, and those that come in their place.
  struct Edit {
    /// Where elements go, among all of them.
    var removed: Range<Int>
    /// Which ones come, among those that were written anew.
    var inserted: Range<Int>
  }

  /// Where an element with a key is, or would be; among all elements.
  func place(of key: Key, counting starts: [Int]) -> (position: Int, isThere: Bool) {
    // The last chunk that does not begin behind the key.
    let chunk = max(0, chunks.partitioningIndex { key.precedes($0.keys[0]) } - 1)
    guard chunk < chunks.count else { return (0, false) }
    let keys = chunks[chunk].keys
    let index = keys.partitioningIndex { !$0.precedes(key) }
    return (starts[chunk] + index, index < keys.count && !key.precedes(keys[index]))
  }

  /// How many elements come before each chunk.
  var starts: [Int] {
    var count = 0
    return chunks.map { chunk in
      defer { count += chunk.count }
      return count
    }
  }

  /// Makes edits, which are in ascending order and do not overlap.
  ///
  /// - Parameters:
  ///   - new: What was written anew.
  ///   - size: How large a chunk should be, about; one with less than a quarter is joined with the next.
  func applying(_ edits: [Edit], of new: ElementTexts, size: Int) -> ElementTexts {
    var builder = TextChunkBuilder<Key>()
    var rest = edits[...]
    let newStarts = new.starts
    var start = 0
    for (number, chunk) in chunks.enumerated() {
      let end = start + chunk.count
      let isLast = number == chunks.count - 1
      let isTouched = rest.first.map { $0.removed.lowerBound < (isLast ? end + 1 : end) } ?? false
      if builder.pendingSize >= size / 4 { builder.cut(size: size) }
      if !isTouched && builder.pendingSize == 0 {
        builder.add(chunk)
        start = end
        continue
      }
      for position in start..<end {
        while let edit = rest.first, edit.removed.lowerBound == position {
          builder.add(edit.inserted, of: new, counting: newStarts, size: size)
          rest[rest.startIndex].inserted = edit.inserted.upperBound..<edit.inserted.upperBound
          guard edit.removed.isEmpty else { break }
          rest.removeFirst()
        }
        guard let edit = rest.first, edit.removed.contains(position) else {
          builder.add(position - start, of: chunk)
          continue
        }
        if edit.removed.upperBound == position + 1 { rest.removeFirst() }
      }
      start = end
    }
    for edit in rest { builder.add(edit.inserted, of: new, counting: newStarts, size: size) }
    builder.cut(size: size)
    return ElementTexts(builder)
  }
}

extension TextChunkBuilder {
  /// Takes over elements that were written before.
  fileprivate mutating func add(
    _ positions: Range<Int>,
    of texts: ElementTexts<Key>,
    counting starts: [Int],
    size: Int
  ) {
    for position in positions {
      if pendingSize >= 2 * size { cut() }
      let chunk = starts.partitioningIndex { $0 > position } - 1
      add(position - starts[chunk], of: texts.chunks[chunk])
    }
  }
}
