extension PersistentText: RangeReplaceableCollection {
  /// Replaces the characters in a range by others.
  ///
  /// Indices within a character are taken as they are, as in a string: a combining mark may come or go alone.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* new characters; O(log *n*) for those of another text.
  public mutating func replaceSubrange<Characters: Collection<Character>>(
    _ range: Range<Index>,
    with newCharacters: Characters
  ) {
    replace(offsets(of: range), withCharacters: newCharacters)
  }

  /// Adds characters at the end.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* new characters; O(log *n*) for those of another text.
  public mutating func append<Characters: Sequence<Character>>(contentsOf newCharacters: Characters) {
    replace(byteCount..<byteCount, withCharacters: newCharacters)
  }

  /// Adds a character at the end.
  ///
  /// - Complexity: O(log *n*).
  public mutating func append(_ newCharacter: Character) {
    replace(byteCount..<byteCount, with: String(newCharacter))
  }
}

extension PersistentText {
  /// Makes the text what a string is, by the edits that lead there: what both have in common stays where it is.
  ///
  ///     note.text.edit(to: editor.contents)
  ///
  /// So what came back from a text field or an editor costs in memory, history and log what was edited.
  ///
  /// - Complexity: O(*n* + *m*) for a string of *m* bytes.
  public mutating func edit(to string: String) {
    let old = self.string(0..<byteCount)
    if old.utf8.elementsEqual(string.utf8) { return }
    var changes: [TextChange] = []
    TextGap(old, at: 0, string, at: 0).append(to: &changes)
    for change in changes.reversed() { replace(change.oldRange, with: change.new) }
  }

  /// Replaces the bytes at some offsets, neither of which is within a scalar, by characters: bytes of a string as they are,
  /// and nodes of another text.
  private mutating func replace(_ range: Range<Int>, withCharacters characters: some Sequence<Character>) {
    switch characters {
    case let string as String: replace(range, with: string)
    case var part as Substring: part.withUTF8 { replace(range, with: UnsafeRawBufferPointer($0)) }
    case let text as PersistentText: replace(range, withTextOf: text)
    case let part as Part: replace(range, withTextOf: PersistentText(part))
    default: replace(range, with: String(characters))
    }
  }

  /// Replaces the bytes at some offsets, neither of which is within a scalar, by valid UTF-8 from elsewhere.
  mutating func replace(_ range: Range<Int>, with bytes: UnsafeRawBufferPointer) {
    if range.isEmpty && bytes.isEmpty { return }
    guard var root = root.take() else {
      self = PersistentText(utf8: bytes)
      return
    }
    stamp = stamp.editing(range, with: bytes)
    let node = TextNode(root)
    guard let edit = withExtendedLifetime(root, { node.leafEdit(range, with: bytes) }) else {
      self.root = TextTree(root: root).replacing(range, with: TextTree(bytes))?.root
      return
    }
    precondition(
      node.count &- range.count <= Self.byteLimit &- bytes.count,
      "A persistent text is limited to 2³² - 1 bytes"
    )
    let isUnique = isKnownUniquelyReferenced(&root)
    let growth = withExtendedLifetime(root) { node.editing(edit, isUnique: isUnique) }
    let changed = growth.node ?? root
    self.root =
      growth.sibling.map { sibling in
        TextSiblings.with { siblings in
          let first = TextTree(root: changed)
          siblings.append(first)
          siblings.append(sibling)
          return withExtendedLifetime(first) { siblings.branches().0.root }
        }
      } ?? changed
  }

  /// Replaces the bytes at some offsets, neither of which is within a scalar, by a string.
  package mutating func replace(_ range: Range<Int>, with string: String) {
    var string = string
    string.withUTF8 { replace(range, with: UnsafeRawBufferPointer($0)) }
  }

  /// Replaces the bytes at some offsets, neither of which is within a scalar, by another text.
  private mutating func replace(_ range: Range<Int>, withTextOf other: PersistentText) {
    if range.isEmpty && other.isEmpty { return }
    if other.byteCount <= TextNode.leafCapacity / 2 { return replace(range, with: String(other)) }
    guard let root else {
      self = other
      return
    }
    stamp = stamp.editing(range, with: other)
    self.root = TextTree(root: root).replacing(range, with: other.root.map { TextTree(root: $0) })?.root
  }
}
