/// How the elements of a collection by key are found, put in order and written.
protocol ElementWalk {
  associatedtype Collection
  /// Where an element lies.
  associatedtype Place
  associatedtype Key: ElementKey

  /// Whether the elements are members of a record, in which no name stands twice.
  var isRecord: Bool { get }
  func forEach(in collection: UnsafeRawPointer, _ body: (Place) -> Void)
  /// Visits where elements came, went, or may be written differently.
  func forEachDifference(
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer,
    _ body: (Place?, Place?) -> Void
  )
  func key(of place: Place) throws(PatchError) -> Key
  /// Writes an element; errors are to say which one.
  func write(_ place: Place, _ key: Key, to json: inout JSONWriter) throws(PatchError)
}

extension ElementWalk {
  /// Writes a collection; with a memory, as far as it is another one than the one there.
  func write(
    _ collection: UnsafeRawPointer,
    to json: inout JSONWriter,
    remembering memory: TextMemory?
  ) throws(PatchError) {
    var text: Text
    if let memory, let changed = try changed(collection, memory) {
      text = changed
    } else {
      text = try new(collection, memory)
    }
    if isRecord { json.beginRecord() } else { json.beginList() }
    text.elements.write(to: &json, isShared: memory != nil)
    if isRecord { json.endRecord() } else { json.endList() }
    if text.hasUnspeakable {
      json.noteUnspeakable()
      text.isDistinct = false
    }
    guard let memory else { return }
    if text.isDistinct {
      memory.remember(text.elements, of: collection.assumingMemoryBound(to: Collection.self).pointee)
    } else {
      memory.forgetElements()
    }
  }

  private typealias Text = (elements: ElementTexts<Key>, isDistinct: Bool, hasUnspeakable: Bool)

  private func new(_ collection: UnsafeRawPointer, _ memory: TextMemory?) throws(PatchError) -> Text {
    var builder = TextChunkBuilder<Key>()
    let size = memory?.chunkSize ?? .max
    var failure: PatchError?
    forEach(in: collection) { place in
      do throws(PatchError) {
        if failure != nil { return }
        try add(place, to: &builder)
        if builder.pendingSize >= size { builder.cut() }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    let (isAscending, hasUnspeakable) = (builder.isAscending, builder.hasUnspeakable)
    let elements = ElementTexts(builder)
    if isAscending { return (elements, true, hasUnspeakable) }
    let sorted = elements.sorted(size: size, droppingDoubles: isRecord)
    return (sorted, sorted.isDistinct && sorted.count == elements.count, hasUnspeakable)
  }

  private func add(_ place: Place, to builder: inout TextChunkBuilder<Key>) throws(PatchError) {
    let key = try key(of: place)
    try builder.add(key) { json throws(PatchError) in try write(place, key, to: &json) }
  }

  /// Writes what is different from the version that is remembered; nil when there is none, or when keys that are not
  /// equal are written the same, so that nobody knows which element is meant.
  private func changed(_ collection: UnsafeRawPointer, _ memory: TextMemory) throws(PatchError) -> Text? {
    guard let known = memory.elements(of: Collection.self, by: Key.self) else { return nil }
    var builder = TextChunkBuilder<Key>()
    var changes: [(key: Key, isThere: Bool, element: Int?)] = []
    var (failure, count) = (PatchError?.none, 0)
    withUnsafePointer(to: known.collection) { old in
      forEachDifference(from: old, to: collection) { before, after in
        do throws(PatchError) {
          if failure != nil { return }
          let oldKey = try before.map { before throws(PatchError) in try key(of: before) }
          guard let after else {
            if let oldKey { changes.append((oldKey, true, nil)) }
            return
          }
          let newKey = try key(of: after)
          let isSame = oldKey.map { !$0.precedes(newKey) && !newKey.precedes($0) } ?? false
          if let oldKey, !isSame { changes.append((oldKey, true, nil)) }
          try builder.add(newKey) { json throws(PatchError) in try write(after, newKey, to: &json) }
          if builder.pendingSize >= memory.chunkSize { builder.cut() }
          changes.append((newKey, isSame, count))
          count += 1
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
    let hasUnspeakable = builder.hasUnspeakable
    let new = ElementTexts(builder)
    if changes.isEmpty { return (known.texts, true, hasUnspeakable) }
    changes.sort { $0.key.precedes($1.key) }
    guard zip(changes, changes.dropFirst()).allSatisfy({ $0.key.precedes($1.key) }) else { return nil }
    let starts = known.texts.starts
    var edits: [ElementTexts<Key>.Edit] = []
    for change in changes {
      let (position, isThere) = known.texts.place(of: change.key, counting: starts)
      guard isThere == change.isThere else { return nil }
      let inserted = change.element.map { $0..<$0 + 1 } ?? 0..<0
      edits.append(.init(removed: position..<position + (isThere ? 1 : 0), inserted: inserted))
    }
    return (known.texts.applying(edits, of: new, size: memory.chunkSize), true, hasUnspeakable)
  }
}

extension ElementTexts {
  /// How many elements there are.
  fileprivate var count: Int { chunks.reduce(0) { $0 + $1.count } }

  /// Whether no two elements have one key; they have to be in order.
  fileprivate var isDistinct: Bool {
    var last: Key?
    for key in chunks.lazy.flatMap(\.keys) {
      if let last, !last.precedes(key) { return false }
      last = key
    }
    return true
  }
}
