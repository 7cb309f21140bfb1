/// A mark for each moment of a page: whether it is still there, say.
struct PageMarks: Sendable {
  /// The most moments that a page has.
  static var capacity: Int { 256 }

  private var words: (UInt64, UInt64, UInt64, UInt64)

  /// Marks some of the first 64 moments, each as a bit.
  init(first word: UInt64 = 0) { words = (word, 0, 0, 0) }

  /// The marks of 64 neighbours, as bits.
  private subscript(word index: Int) -> UInt64 {
    get {
      switch index {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    }
    set {
      switch index {
      case 0: words.0 = newValue
      case 1: words.1 = newValue
      case 2: words.2 = newValue
      default: words.3 = newValue
      }
    }
  }

  /// Whether a moment is marked, by its place in the page.
  subscript(index: Int) -> Bool {
    get { self[word: index >> 6] & (1 &<< UInt64(index & 63)) != 0 }
    set {
      let bit: UInt64 = 1 &<< UInt64(index & 63)
      if newValue { self[word: index >> 6] |= bit } else { self[word: index >> 6] &= ~bit }
    }
  }

  /// Marks what is marked in other marks, from a place on.
  mutating func add(_ other: PageMarks, at offset: Int) {
    for place in other.places { self[offset + place] = true }
  }

  /// Whether none is marked.
  var isEmpty: Bool { words.0 | words.1 | words.2 | words.3 == 0 }

  /// How many are marked.
  var count: Int { count(before: Self.capacity) }

  /// How many are marked before a place.
  func count(before index: Int) -> Int {
    var count = 0
    for word in 0..<index >> 6 { count += self[word: word].nonzeroBitCount }
    let left = index & 63
    if left > 0 { count += (self[word: index >> 6] & (1 &<< UInt64(left) &- 1)).nonzeroBitCount }
    return count
  }

  /// The places of those that are marked.
  var places: [Int] { (0..<Self.capacity).filter { self[$0] } }
}
