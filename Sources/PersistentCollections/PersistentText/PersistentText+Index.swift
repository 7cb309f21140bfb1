extension PersistentText {
  /// A place in a text.
  ///
  /// All views of a text have indices of this type. An index is good for the text that it was made from and for its
  /// copies, until they are changed: it knows what the text was made of and by which edits it came about, and using it
  /// with another text is an error that stops the program, instead of an edit in a wrong place. Should a place
  /// outlive edits, set a ``TextAnchor``.
  public struct Index: Hashable, Comparable, Sendable {
    /// The offset in UTF-8, above a bit that says whether the place is between the two halves of a surrogate pair, and
    /// below both what is known to begin here, and the stamp of the text.
    private let word: UInt64

    init(_ offset: Int, of beginning: Beginning, isWithinPair: Bool = false, stamp: TextStamp) {
      let notes = UInt64(isWithinPair ? 1 : 0) &<< 31 | UInt64(beginning.rawValue) &<< 29
      word = UInt64(truncatingIfNeeded: offset) &<< 32 | notes | UInt64(stamp.bits)
    }

    /// The unit of text that is known to begin at a place.
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

  /// The index at which the text begins.
  public var startIndex: Index { index(0) }

  /// The index at which the text ends.
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

  /// The offsets of a range of this text, without halves of scalars.
  package func offsets(of range: Range<Index>) -> Range<Int> {
    let start = scalarOffset(of: range.lowerBound)
    return start..<(range.isEmpty ? start : scalarOffset(of: range.upperBound))
  }
}

/// A few bits that follow from what a text was made of, and from what was put where since then.
///
/// Texts of the same bytes that came about by the same edits have the same stamp, and indices of one are good for the
/// other; different ones have the same in one of half a billion cases.
struct TextStamp: Equatable {
  static let mask: UInt32 = 1 &<< 29 - 1

  let bits: UInt32

  init(bits: UInt32) {
    self.bits = bits
  }

  /// The stamp of a text that was just made.
  init(of bytes: UnsafeRawBufferPointer) {
    self = TextStamp(bits: 0).editing(0..<0, with: bytes)
  }

  /// The stamp after some bytes were replaced by others.
  func editing(_ range: Range<Int>, with bytes: UnsafeRawBufferPointer) -> TextStamp {
    var mixed: UInt64 = 0
    var offset = 0
    while offset &+ 8 <= bytes.count {
      mixed = Self.mix(mixed, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    while offset < bytes.count {
      mixed = Self.mix(mixed, UInt64(bytes[offset]))
      offset &+= 1
    }
    return editing(range, bytes.count, mixed)
  }

  /// The stamp after some bytes were replaced by another text.
  func editing(_ range: Range<Int>, with text: PersistentText) -> TextStamp {
    editing(range, text.byteCount, UInt64(text.stamp.bits))
  }

  private func editing(_ range: Range<Int>, _ count: Int, _ content: UInt64) -> TextStamp {
    let place = Self.mix(
      Self.mix(UInt64(bits), UInt64(truncatingIfNeeded: range.lowerBound)),
      UInt64(truncatingIfNeeded: range.upperBound)
    )
    let mixed = Self.mix(Self.mix(place, UInt64(truncatingIfNeeded: count)), content)
    return TextStamp(bits: UInt32(truncatingIfNeeded: mixed &>> 31) & Self.mask)
  }

  @inline(__always) private static func mix(_ mixed: UInt64, _ number: UInt64) -> UInt64 {
    let product = (mixed ^ number) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product &>> 29
  }
}
