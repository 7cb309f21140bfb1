import PersistentCollections

/// How the elements of a list are written: as they come.
struct ListText<List: ListStructure> {
  let walks: ListWalks<List>
  let elements: AnyValueShape
  /// Tells elements that are written the same; false when that cannot be said, and why in the last argument.
  let areSame: (UnsafeRawPointer, UnsafeRawPointer, inout PatchError?) -> Bool

  /// Writes a list as far as it is another one than the one that is remembered.
  func write(
    _ list: UnsafeRawPointer,
    to json: inout JSONWriter,
    remembering memory: TextMemory
  ) throws(PatchError) {
    var builder = TextChunkBuilder<Never>()
    let texts: ElementTexts<Never>
    let hasUnspeakable: Bool
    if let known = memory.elements(of: List.self, by: Never.self) {
      let edits = try edits(from: known.collection, to: list, in: &builder, size: memory.chunkSize)
      hasUnspeakable = builder.hasUnspeakable
      let new = ElementTexts(builder)
      texts = edits.isEmpty ? known.texts : known.texts.applying(edits, of: new, size: memory.chunkSize)
    } else {
      try writeAll(of: list, in: &builder, size: memory.chunkSize)
      hasUnspeakable = builder.hasUnspeakable
      texts = ElementTexts(builder)
    }
    json.beginList()
    texts.write(to: &json, isShared: true)
    json.endList()
    if hasUnspeakable {
      json.noteUnspeakable()
      memory.forgetElements()
    } else {
      memory.remember(texts, of: list.assumingMemoryBound(to: List.self).pointee)
    }
  }

  private func writeAll(
    of list: UnsafeRawPointer,
    in builder: inout TextChunkBuilder<Never>,
    size: Int
  ) throws(PatchError) {
    var failure: PatchError?
    var position = 0
    walks.forEachElement(list) { element in
      do throws(PatchError) {
        if failure != nil { return }
        try write(element, at: position, in: &builder, size: size)
        position += 1
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private func edits(
    from old: List,
    to new: UnsafeRawPointer,
    in builder: inout TextChunkBuilder<Never>,
    size: Int
  ) throws(PatchError) -> [ElementTexts<Never>.Edit] {
    var failure: PatchError?
    let changes = withUnsafePointer(to: old) { old in
      walks.changes(old, new) { areSame($0, $1, &failure) }
    }
    if let failure { throw failure }
    var edits: [ElementTexts<Never>.Edit] = []
    var count = 0
    for change in changes {
      for (offset, element) in change.new.enumerated() {
        try withUnsafePointer(to: element) { element throws(PatchError) in
          try write(element, at: change.newRange.lowerBound + offset, in: &builder, size: size)
        }
      }
      edits.append(.init(removed: change.oldRange, inserted: count..<count + change.new.count))
      count += change.new.count
    }
    return edits
  }

  private func write(
    _ element: UnsafePointer<List.Element>,
    at position: Int,
    in builder: inout TextChunkBuilder<Never>,
    size: Int
  ) throws(PatchError) {
    do throws(PatchError) {
      try builder.add(nil) { json throws(PatchError) in
        try elements.write(element, to: &json, remembering: nil)
      }
      if builder.pendingSize >= size { builder.cut() }
    } catch {
      throw error.inside(.position(position))
    }
  }
}
