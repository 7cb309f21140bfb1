import PersistentCollections

/// Applies packed steps to a text, and changes the text once for steps that touch one another: a word that was typed
/// letter by letter is one edit of the tree.
struct PackedTextEdits: ~Copyable {
  private let direction: PackedDirection
  /// The most bytes that the text can have.
  private let limit: Int
  /// The place of the gathered edit in the text, which is still unchanged there.
  private var start = 0
  /// The bytes that the gathered edit removes from there, and those that it inserts instead.
  private var removed: [UInt8] = []
  private var inserted: [UInt8] = []

  init(_ direction: PackedDirection, limit: Int) { (self.direction, self.limit) = (direction, limit) }

  /// The most bytes that are gathered: each edit in the middle moves the bytes after it.
  private static var mostGathered: Int { 1_024 }

  /// Takes a step; false for one that is no splice, of which nothing is read.
  mutating func take(
    _ packed: inout PackedReader,
    to text: inout PersistentText
  ) throws(PatchError) -> Bool {
    guard let runCount = try packed.changes(.splice) else { return false }
    var offset = 0
    for _ in 0..<runCount {
      let (tag, number) = try packed.head()
      switch tag {
      case .whole: offset &+= Int(truncatingIfNeeded: number)
      case .step, .text:
        let letters = try packed.textBytes(number)
        if (tag == .text) == (direction == .forward) {
          try edit(offset, removing: Bytes(), inserting: letters, of: &text)
          offset += letters.count
        } else {
          try edit(offset, removing: letters, inserting: Bytes(), of: &text)
        }
      default: throw packed.malformed
      }
    }
    return true
  }

  /// Adds an edit, by its place in the text as the edits before leave it.
  private mutating func edit(
    _ offset: Int,
    removing old: Bytes,
    inserting new: Bytes,
    of text: inout PersistentText
  ) throws(PatchError) {
    let length = text.utf8.count - removed.count + inserted.count
    guard offset >= 0, offset <= length, old.count <= length - offset else {
      throw PatchError(.noCut(at: offset, count: length))
    }
    let (end, gatheredEnd) = (offset + old.count, start + inserted.count)
    let touches = offset <= gatheredEnd && end >= start
    if touches, removed.count + inserted.count <= Self.mostGathered {
      let (left, right) = (max(0, start - offset), max(0, end - gatheredEnd))
      let replaced = max(0, offset - start)..<min(inserted.count, end - start)
      if inserted[replaced].elementsEqual(old.dropFirst(left).dropLast(right)) {
        removed.insert(contentsOf: old.prefix(left), at: 0)
        removed += old.suffix(right)
        start -= left
        inserted.replaceSubrange(replaced, with: new)
        return
      }
    }
    try finish(&text)
    (start, removed, inserted) = (offset, Array(old), Array(new))
  }

  /// Makes the gathered edit.
  ///
  /// - Throws: ``PatchError`` where the text has other bytes than the edit removes.
  mutating func finish(_ text: inout PersistentText) throws(PatchError) {
    let (removed, inserted) = (removed, inserted)
    (self.removed, self.inserted) = ([], [])
    if removed.isEmpty && inserted.isEmpty { return }
    guard text.has("", at: start), let old = removed.withBytes(PackedReader.text),
      let new = inserted.withBytes(PackedReader.text)
    else { throw PatchError(.noCut(at: start, count: text.utf8.count)) }
    guard text.has(old, at: start) else { throw text.misfit(of: old, at: start) }
    let length = text.utf8.count - removed.count + inserted.count
    if length > limit { throw PatchError(tooLong: length, limit: limit) }
    text.replace(start..<start + removed.count, with: new)
  }
}
