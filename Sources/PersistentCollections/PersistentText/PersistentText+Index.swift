extension PersistentText {
  /// A place in a text.
  ///
  /// All views of a text have indices of this type. An index is good for the text that it was made from and for its
  /// copies, until they are changed: it knows by which edits the text came about, and using it with a text that came
  /// about by others is an error that stops the program, instead of an edit in a wrong place. Should a place
  /// outlive edits, set a ``TextAnchor``.
  public struct Index: Hashable, Comparable, Sendable {
    /// The offset in UTF-8, above a bit that says whether the place is between the two halves of a surrogate pair, and
    /// below both what is known to begin here, and the stamp of the text.
    private let word: UInt64

    init(_ offset: Int, of beginning: Beginning, isWithinPair: Bool = false, stamp: TextStamp) {
      let notes = UInt64(isWithinPair ? 1 : 0) &<< 31 | UInt64(beginning.rawValue) &<< 29
      word = UInt64(truncatingIfNeeded: offset) &<< 32 | notes | UInt64(stamp.bits)
    }

    /// What is known to begin at a place.
    enum Beginning: UInt8 {
      case byte = 0
      case scalar = 1
      case character = 2
    }

    var offset: Int { Int(truncatingIfNeeded: word &>> 32) }
    var isWithinPair: Bool { word & 1 &<< 31 != 0 }
    var isCharacter: Bool { word & 1 &<< 30 != 0 }
    var isScalar: Bool { word & 3 &<< 29 != 0 }
    var stamp: TextStamp { TextStamp(bits: UInt32(truncatingIfNeeded: word) & TextStamp.mask) }

    /// The place without its notes.
    private var place: UInt64 { word &>> 31 }

    /// Returns whether both are the same place.
    public static func == (left: Index, right: Index) -> Bool { left.place == right.place }

    /// Returns whether one place is before another.
    public static func < (left: Index, right: Index) -> Bool { left.place < right.place }

    /// Feeds the place to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(place) }
  }

  /// Where the text begins.
  public var startIndex: Index { index(0) }

  /// Where the text ends.
  public var endIndex: Index { index(byteCount) }

  /// A place at which a character begins.
  @inline(__always) func index(_ offset: Int) -> Index {
    Index(offset, of: .character, stamp: stamp)
  }

  /// The offset of an index of this text.
  @inline(__always) func offset(of index: Index) -> Int {
    precondition(
      index.stamp == stamp && index.offset <= byteCount,
      "A PersistentText.Index was used with another version of the text; a TextAnchor outlives edits"
    )
    return index.offset
  }

  /// The offset at which the scalar begins that an index is within or at.
  func scalarOffset(of index: Index) -> Int {
    let offset = offset(of: index)
    return index.isScalar ? offset : withReader { $0.scalarStart(at: offset) } ?? 0
  }

  /// The offset at which the character begins that an index is within or at.
  func characterOffset(of index: Index) -> Int {
    let offset = offset(of: index)
    return index.isCharacter ? offset : withReader { $0.characterStart(at: offset) } ?? 0
  }

  /// The offsets of a range of this text, without halves of scalars.
  package func offsets(of range: Range<Index>) -> Range<Int> {
    let start = scalarOffset(of: range.lowerBound)
    return start..<(range.isEmpty ? start : scalarOffset(of: range.upperBound))
  }
}

/// A few bits that follow from where a text was edited, and by how much, since it was made.
///
/// Texts that came about by the same edits have the same stamp, and indices of one are good for the other; by different
/// ones, they have the same in one of half a billion cases.
struct TextStamp: Equatable {
  static let mask: UInt32 = 1 &<< 29 - 1

  let bits: UInt32

  init(bits: UInt32) {
    self.bits = bits
  }

  /// The stamp of a text that was just made.
  init(count: Int) {
    self = TextStamp(bits: 0).editing(0..<0, count)
  }

  /// The stamp after some bytes were replaced by a number of others.
  func editing(_ range: Range<Int>, _ count: Int) -> TextStamp {
    func mix(_ mixed: UInt64, _ number: Int) -> UInt64 {
      let product = (mixed ^ UInt64(truncatingIfNeeded: number)) &* 0x9E37_79B9_7F4A_7C15
      return product ^ product &>> 29
    }
    let mixed = mix(mix(mix(UInt64(bits), range.lowerBound), range.upperBound), count)
    return TextStamp(bits: UInt32(truncatingIfNeeded: mixed &>> 31) & Self.mask)
  }
}
