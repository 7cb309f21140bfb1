// Plain values as numbers of a type.

extension FixedWidthInteger {
  /// The whole number that a plain value is, also one with a fraction of zero; nil when it does not fit, as -0, which is
  /// not written as 0 is.
  init?(exactly plain: PlainValue) {
    switch plain {
    case .integer(let value): self.init(exactly: value)
    case .unsigned(let value): self.init(exactly: value)
    case .number(let value) where value.writtenBits != (-0.0).writtenBits: self.init(exactly: value)
    default: return nil
    }
  }
}

extension Double {
  /// The number that a plain value is; nil when it is none, or a whole number that would be rounded.
  init?(_ plain: PlainValue) {
    switch plain {
    case .number(let value): self = value
    case .integer(let value): self.init(exactly: value)
    case .unsigned(let value): self.init(exactly: value)
    case .text(let text): self.init(word: text)
    default: return nil
    }
  }

  /// The number that a word stands for where JSON has none.
  private init?(word: String) {
    switch word {
    case "NaN": self = .nan
    case "Infinity": self = .infinity
    case "-Infinity": self = -.infinity
    default: return nil
    }
  }

  /// The word for a number that is infinite or none, in quotes.
  var wordInJSON: StaticString { isNaN ? "\"NaN\"" : self < 0 ? "\"-Infinity\"" : "\"Infinity\"" }

  /// The number's bits; those of one NaN for all of them, because all are written as one.
  var writtenBits: UInt64 { isNaN ? Double.nan.bitPattern : bitPattern }
}

extension Float {
  /// The number that a plain value is; nil when it is none, or a number that would be rounded.
  init?(_ plain: PlainValue) {
    self.init(nearest: plain)
    guard let value = Double(plain), Double(self).writtenBits == value.writtenBits else { return nil }
  }

  /// The nearest number that a plain value is; nil when it is none, or beyond all of them.
  init?(nearest plain: PlainValue) {
    guard let value = Double(plain) else { return nil }
    self.init(value)
    guard isFinite == value.isFinite else { return nil }
  }
}

extension PlainValue {
  /// The word that is written for a number that JSON does not have, or a text; nil for anything else.
  var word: String? {
    switch self {
    case .number(let number) where !number.isFinite:
      number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
    case .text(let text): text
    default: nil
    }
  }

  /// Why the value is none of a type.
  func misfitting(_ type: Any.Type) -> String {
    switch self {
    case .integer, .unsigned, .number: "\(self) does not fit"
    default: "\(kind) is none"
    }
  }
}

extension PlainValue {
  /// Whether a number that JSON does not have is somewhere in the value, and so is written as a word.
  var hasNumberAsWord: Bool {
    switch self {
    case .number(let number): !number.isFinite
    case .list(let values): values.contains(where: \.hasNumberAsWord)
    case .record(let record): record.members.contains(where: \.value.hasNumberAsWord)
    default: false
    }
  }

  /// The value as it is read again: with words for the numbers that JSON does not have.
  var withWords: PlainValue {
    switch self {
    case .number: word.map { .text($0) } ?? self
    case .list(let values): .list(values.map(\.withWords))
    case .record(let record):
      .record(PlainRecord(members: record.members.map { PlainRecord.Member($0.name, $0.value.withWords) }))
    default: self
    }
  }
}
