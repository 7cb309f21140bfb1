/// The hash that places a key in a tree: no easier to foresee than that of the standard library, and cheaper where keys
/// are short.
///
/// A number, or a short text, is one or two words. Each is multiplied by a number of 128 bits that the process has drawn,
/// and the upper half of the sum is the hash. Two keys that were chosen without knowledge of these numbers then agree in
/// their first *k* bits in one of 2ᵏ processes, as they would if hashes were drawn by lot (Dietzfelbinger's
/// multiply-shift): chosen keys make no deeper tree than others. All other keys are hashed by the standard library.
@usableFromInline
package enum KeyHash {
  /// Whether small texts are read without the standard library's help.
  package static var readsSmallTexts: Bool { seeds.smallText != .max }

  /// Hashes a number.
  @inlinable @inline(__always)
  static func hash(_ number: Int) -> UInt64 {
    let seeds = seeds
    var sum = seeds.start
    sum.add(UInt64(truncatingIfNeeded: number), times: seeds.first)
    return mixed(sum.high)
  }

  /// Hashes a number, for a table elsewhere.
  package static func hash(ofNumber number: Int) -> UInt64 { hash(number) }

  /// Hashes a text. Texts that are equal have one hash, however they are spelt and wherever they keep their characters.
  @inlinable @inline(__always)
  static func hash(_ text: String) -> UInt64 {
    let seeds = seeds
    guard let short = ShortText(small: text, mark: seeds.smallText) else { return hash(ofAny: text) }
    return hash(short, seeds)
  }

  @inlinable @inline(__always)
  static func hash(_ text: ShortText, _ seeds: HashSeeds) -> UInt64 {
    var sum = seeds.start
    sum.add(text.low, times: seeds.first)
    sum.add(text.high, times: seeds.second)
    return mixed(sum.high)
  }

  /// Hashes a text that is to be read through the standard library.
  @usableFromInline
  static func hash(ofAny text: String) -> UInt64 {
    if let short = ShortText(text) { return hash(short, seeds) }
    return UInt64(UInt(bitPattern: text._rawHashValue(seed: 0))) &<< UInt64(UInt64.bitWidth - Int.bitWidth)
  }

  /// A bijection that lets the first bits of a hash depend on all: sums alone would put keys that follow each other on a
  /// grid, which some processes would divide more evenly than others.
  @inlinable @inline(__always)
  static func mixed(_ hash: UInt64) -> UInt64 {
    (hash ^ hash &>> 32) &* 0x9E37_79B9_7F4A_7C15
  }

  /// The seeds of this process.
  @usableFromInline static let seeds = HashSeeds()
}

/// The numbers that each process draws, by way of the standard library's seed, and the mark that it finds for small
/// texts. A process does both before it hashes its first key.
@usableFromInline
struct HashSeeds: Sendable {
  @usableFromInline let start = DoubleWord(drawn: 0)
  @usableFromInline let first = DoubleWord(drawn: 1)
  @usableFromInline let second = DoubleWord(drawn: 2)
  /// How a text says that it is small.
  @usableFromInline let smallText = ShortText.smallMark
}

/// A number of 128 bits.
@usableFromInline
struct DoubleWord: Sendable {
  @usableFromInline var low: UInt64
  @usableFromInline var high: UInt64

  init(drawn number: Int) {
    func drawn(_ part: Int) -> UInt64 {
      var hasher = Hasher()
      hasher.combine(number)
      hasher.combine(part)
      return UInt64(UInt32(truncatingIfNeeded: hasher.finalize()))
    }
    low = drawn(0) | drawn(1) &<< 32
    high = drawn(2) | drawn(3) &<< 32
  }

  @inlinable @inline(__always)
  mutating func add(_ word: UInt64, times factor: DoubleWord) {
    let product = factor.low.multipliedFullWidth(by: word)
    let (sum, carries) = low.addingReportingOverflow(product.low)
    low = sum
    high = high &+ product.high &+ factor.high &* word &+ (carries ? 1 : 0)
  }
}
