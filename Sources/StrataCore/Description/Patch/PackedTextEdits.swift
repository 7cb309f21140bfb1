import PersistentCollections

/// Takes packed steps of a text that are known to fit, and changes it once for those that touch one another: of a word that was
/// typed letter by letter the tree sees one edit.
struct PackedTextEdits: ~Copyable {
  private let direction: PackedDirection
  /// The most bytes that the text can have.
  private let limit: Int
  /// The bytes that go, by their places in the text as it still is, and those that come instead.
  private var removed = 0..<0
  private var inserted: [UInt8] = []

  init(_ direction: PackedDirection, limit: Int) { (self.direction, self.limit) = (direction, limit) }

  /// No more than this is gathered: what comes into the middle of it moves the rest.
  private static var mostInserted: Int { 1_024 }

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
          try edit(offset, removing: 0, letters[...], of: &text)
          offset += letters.count
        } else {
          try edit(offset, removing: letters.count, letters.prefix(0), of: &text)
        }
      default: throw packed.malformed
      }
    }
    return true
  }

  /// Takes an edit, by its place in the text as it is after those before.
  private mutating func edit(
    _ offset: Int,
    removing count: Int,
    _ letters: Slice<UnsafeBufferPointer<UInt8>>,
    of text: inout PersistentText
  ) throws(PatchError) {
    let length = text.utf8.count - removed.count + inserted.count
    guard offset >= 0, offset <= length, count <= length - offset else {
      throw PatchError(.noCut(at: offset, count: length))
    }
    let gathered = removed.lowerBound..<removed.lowerBound + inserted.count
    let touches = offset <= gathered.upperBound && offset + count >= gathered.lowerBound
    if !touches || inserted.count > Self.mostInserted {
      try finish(&text)
      removed = offset..<offset + count
      inserted += letters
      return
    }
    let (left, right) = (gathered.lowerBound - offset, offset + count - gathered.upperBound)
    removed = removed.lowerBound - max(0, left)..<removed.upperBound + max(0, right)
    let replaced = max(0, -left)..<inserted.count + min(0, right)
    inserted.replaceSubrange(replaced, with: letters)
  }

  /// Makes the edits that were gathered.
  mutating func finish(_ text: inout PersistentText) throws(PatchError) {
    let (removed, inserted) = (removed, inserted)
    (self.removed, self.inserted) = (0..<0, [])
    if removed.isEmpty && inserted.isEmpty { return }
    for place in [removed.lowerBound, removed.upperBound] where !text.has("", at: place) {
      throw PatchError(.noCut(at: place, count: text.utf8.count))
    }
    guard let letters = inserted.withUnsafeBufferPointer(PackedReader.text) else {
      throw PatchError(.noCut(at: removed.lowerBound, count: text.utf8.count))
    }
    let length = text.utf8.count - removed.count + inserted.count
    if length > limit { throw PatchError(tooLong: length, limit: limit) }
    text.replace(removed, with: letters)
  }
}
