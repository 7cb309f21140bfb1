import Measuring
import TestSupport
import Testing

@testable import StrataCore

@Suite("Writing JSON")
struct JSONWriterTests {
  func written(_ write: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    write(&json)
    return json.text
  }

  @Test("A number is written as Swift describes it, whichever way it is found")
  func numbers() {
    var random = SplitMix64(seed: 3)
    let powers: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7]
    for _ in 0..<Soak.times(20_000) {
      let digits = Double(random.next() % 10_000_000_000_000_000)
      let short = digits / powers[random.below(powers.count)]
      let binary = Double(random.next() >> 11) / Double(1 << random.below(60))
      let small = Double(random.below(100_000)) / 1e7
      for value in [Double(bitPattern: random.next()), short, short.nextUp, short.nextDown, binary, small] {
        for value in [value, -value]
        where value.isFinite && written({ $0.write(value) }) != value.description {
          Issue.record("\(value.bitPattern) is written as \(written { $0.write(value) })")
        }
      }
    }
  }

  @Test(
    "Numbers at the edges of what has few digits",
    arguments: [
      0, -0.0, 1, 0.1, 0.001, 0.0001, 0.00099999, 999_999_999.999999, 999_999_999.9999999, 1e9, 1e12 - 0.001,
      1e12,
      1e15, 9_007_199_254_740_991, 9_007_199_254_740_992, 18_014_398_509_481_984, 1e16, 1e22, .pi, 1 / 3,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.3, 0.1 + 0.2, 785_000_000.125,
    ]
  )
  func edges(value: Double) {
    #expect(written { $0.write(value) } == value.description)
    #expect(written { $0.write(-value) } == (-value).description)
  }

  @Test("Whole numbers of any length are written as Swift describes them")
  func wholeNumbers() {
    var random = SplitMix64(seed: 5)
    var bounds: [UInt64] = [0, .max]
    for exponent in 1...19 {
      let power = (0..<exponent).reduce(UInt64(1)) { power, _ in power * 10 }
      bounds += [power - 1, power, power + 1]
    }
    for value in bounds + (0..<2_000).map({ _ in random.next() >> random.below(64) }) {
      let signed = Int64(bitPattern: value)
      #expect(written { $0.write(value) } == "\(value)")
      #expect(written { $0.write(signed) } == "\(signed)")
      #expect(written { $0.writeName(number: Int(signed)) } == "\"\(signed)\":")
    }
  }

  @Test("Every byte that has to be escaped is, at every place among eight, and no other")
  func escapes() {
    for scalar in (0...0x80).compactMap(Unicode.Scalar.init) + ["é", "日", "🧵"] {
      for before in 0..<10 {
        for after in [0, 3, 9] {
          let text =
            String(repeating: "a", count: before) + String(scalar) + String(repeating: "~", count: after)
          #expect(written { $0.write(text) } == Self.escaped(text))
        }
      }
    }
  }

  @Test("Texts of every length around where writing goes on in another stretch or block")
  func longTexts() {
    for length in [4_090, 4_095, 4_096, 4_097, 8_192, 1 << 20] {
      let text = String(repeating: "b", count: length) + "\"\n" + String(repeating: "c", count: 20)
      #expect(written { $0.write(text) } == Self.escaped(text))
    }
  }

  @Test("JSON longer than a block is the same for every block size")
  func blocks() {
    for size in [256, 1_000, 1 << 20] {
      var json = JSONWriter(blockSize: size)
      json.beginList()
      for number in 0..<3_000 { json.write(Int64(number * number)) }
      json.write(String(repeating: "x", count: 5_000))
      json.endList()
      let numbers = (0..<3_000).map { "\($0 * $0)" }.joined(separator: ",")
      let expected = "[\(numbers),\"\(String(repeating: "x", count: 5_000))\"]"
      #expect(json.text == expected)
      let pieces = json.finish()
      #expect(pieces.count == expected.utf8.count)
      #expect(pieces.bytes == Array(expected.utf8))
    }
  }

  /// The text in quotes, as simply as can be.
  static func escaped(_ text: String) -> String {
    let names: [Unicode.Scalar: String] = [
      "\"": "\\\"", "\\": "\\\\", "\u{8}": "\\b", "\t": "\\t", "\n": "\\n", "\u{C}": "\\f", "\r": "\\r",
    ]
    return text.unicodeScalars.reduce(into: "\"") { escaped, scalar in
      let digits = String(scalar.value, radix: 16)
      let control = "\\u" + String(repeating: "0", count: 4 - min(4, digits.count)) + digits
      escaped += names[scalar] ?? (scalar.value < 0x20 ? control : String(scalar))
    } + "\""
  }
}
