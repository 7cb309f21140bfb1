/// A text whose copies share everything that did not change.
///
/// It feels like `String` and has the same views and names. What differs is what things cost. After
///
///     let before = text
///     text.insert("x", at: place)
///
/// a string of a megabyte has copied a megabyte; a persistent text has copied a path of small nodes, less than a
/// kilobyte, and `before` and `text` have everything else in common. So every version can be kept, as undo does, and
/// versions are compared without a look at what they share. Besides, bytes, scalars, units of UTF-16 and lines are
/// counted in the tree, so each is found by its number in logarithmic time.
///
/// Characters, equality and order are those of `String`: two texts are equal when they are canonically equivalent.
/// ``isWritten(as:)`` compares them to the byte.
///
/// Nodes that belong to one text alone are changed in place. A text holds at most 2³² - 1 bytes.
///
/// Texts are values: they may be sent between threads, and read from many at once; a variable is changed by one thread at
/// a time, as any variable.
public struct PersistentText {
  /// All of the text; nil if there is none.
  var root: TextStorage?
  /// Tells versions apart: see ``Index``.
  var stamp: TextStamp

  init(root: TextStorage?, stamp: TextStamp) {
    (self.root, self.stamp) = (root, stamp)
  }

  /// Creates an empty text. Nothing is allocated.
  public init() {
    self.init(utf8: UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// Creates a text of what a string says, byte by byte.
  ///
  /// - Complexity: O(*n*).
  public init(_ string: String) {
    var string = string
    self = string.withUTF8 { PersistentText(utf8: UnsafeRawBufferPointer($0)) }
  }

  /// Creates a text of bytes that are known to be valid UTF-8, and no more than ``byteLimit``.
  ///
  /// - Complexity: O(*n*).
  package init(utf8 bytes: UnsafeRawBufferPointer) {
    self.init(root: TextTree(bytes)?.root, stamp: TextStamp(of: bytes))
  }

  /// Creates a text of some characters.
  ///
  /// - Complexity: O(*n*), but O(log *n*) for a part of a persistent text.
  public init<Characters: Sequence<Character>>(_ characters: Characters) {
    switch characters {
    case let text as PersistentText: self = text
    case let part as Part: self.init(part)
    case let part as Substring: self.init(String(part))
    default: self.init(String(characters))
    }
  }

  /// Creates a text of a part of another one, which shares with it what it can.
  ///
  /// - Complexity: O(log *n*).
  public init(_ part: Part) {
    self = part.base
    replace(part.bounds.upperBound..<byteCount, with: "")
    replace(0..<part.bounds.lowerBound, with: "")
  }
}

// Nodes are changed only while they are known to be referenced once, by the variable that is being changed;
// all others are never written to. So what is shared is immutable.
extension PersistentText: @unchecked Sendable {}

extension PersistentText {
  /// Whether there are no characters.
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { root == nil }

  /// How many bytes a text can have: nodes near the root count them in four bytes.
  package static var byteLimit: Int { TextTree.byteLimit }

  /// The number of bytes.
  var byteCount: Int { root.map { TextNode($0).count } ?? 0 }

  /// How long the text is, in all units.
  var measure: TextMeasure { withNode { $0?.measure ?? .zero } }

  /// Calls `body` with the root, which is held meanwhile; nil if there is no text.
  @inline(__always) func withNode<Result>(_ body: (TextNode?) -> Result) -> Result {
    withExtendedLifetime(root) { body(root.map { TextNode($0) }) }
  }

  /// Calls `body` with a reader of the text; returns nil if there is none.
  @inline(__always) func withReader<Result>(_ body: (inout TextReader) -> Result) -> Result? {
    withReader(0..<byteCount, body)
  }

  /// Calls `body` with a reader of a part of the text; returns nil if there is no text.
  @inline(__always) func withReader<Result>(
    _ bounds: Range<Int>,
    _ body: (inout TextReader) -> Result
  ) -> Result? {
    withNode { node in
      guard let node else { return nil }
      var reader = TextReader(node, bounds)
      return body(&reader)
    }
  }

  /// The text at some offsets, neither of which is within a scalar.
  func string(_ range: Range<Int>) -> String {
    withReader { $0.string(range.lowerBound, range.upperBound) } ?? ""
  }
}
