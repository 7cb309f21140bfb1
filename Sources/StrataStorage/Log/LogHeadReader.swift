import StrataCore

/// Reads the JSON that a log's lines begin with, just as it is written: no spaces, no other spellings.
struct LogHeadReader {
  enum Name {
    case after, `as`, at, begin, by, checkpoint, restored, forget, from, gone, into, label, moment,
      note, of, own,
      patch,
      saved

    /// The name in quotes and with a colon, told by its first two letters.
    static func quoted(beginningWith first: UInt8, _ second: UInt8) -> (name: Name, text: StaticString)? {
      switch (Unicode.Scalar(first), Unicode.Scalar(second)) {
      case ("a", "f"): (.after, "\"after\":")
      case ("a", "s"): (.as, "\"as\":")
      case ("a", "t"): (.at, "\"at\":")
      case ("b", "e"): (.begin, "\"begin\":")
      case ("b", "y"): (.by, "\"by\":")
      case ("c", "h"): (.checkpoint, "\"checkpoint\":")
      case ("r", "e"): (.restored, "\"restored\":")
      case ("f", "o"): (.forget, "\"forget\":")
      case ("f", "r"): (.from, "\"from\":")
      case ("g", "o"): (.gone, "\"gone\":")
      case ("i", "n"): (.into, "\"into\":")
      case ("l", "a"): (.label, "\"label\":")
      case ("m", "o"): (.moment, "\"moment\":")
      case ("n", "o"): (.note, "\"note\":")
      case ("o", "f"): (.of, "\"of\":")
      case ("o", "w"): (.own, "\"own\":")
      case ("p", "a"): (.patch, "\"patch\":")
      case ("s", "a"): (.saved, "\"saved\":")
      default: nil
      }
    }
  }

  let json: Bytes
  var place = 0
  private(set) var isBroken = false

  init(_ json: Bytes) {
    self.json = json
  }

  private var byte: UInt8? { place < json.count ? json[place] : nil }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  mutating func name() -> Name? {
    guard place + 2 < json.count,
      let (name, text) = Name.quoted(beginningWith: json[place + 1], json[place + 2]),
      json.count - place >= text.utf8CodeUnitCount
    else { return nil }
    for offset in 0..<text.utf8CodeUnitCount where json[place + offset] != text.utf8Start[offset] {
      return nil
    }
    place += text.utf8CodeUnitCount
    return name
  }

  mutating func number() -> Int64? {
    let isNegative = skip("-")
    let start = place
    var value: Int64 = 0
    while let byte, case let digit = byte &- UInt8(ascii: "0"), digit < 10 {
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      // Counted downwards where it is negative: there is one negative number more.
      let (sum, isStillTooLarge) =
        isNegative
        ? tens.subtractingReportingOverflow(Int64(digit)) : tens.addingReportingOverflow(Int64(digit))
      guard !isTooLarge, !isStillTooLarge else { return broken() }
      (value, place) = (sum, place + 1)
    }
    return place == start ? broken() : value
  }

  mutating func id() -> Moment.ID? {
    number().flatMap { Int(exactly: $0) }.flatMap(Moment.ID.init(number:)) ?? broken()
  }

  mutating func ids() -> [Moment.ID]? { list { $0.id() } }

  /// Reads a list of numbers, which may be empty.
  mutating func numbers() -> [Int]? {
    if json[place...].starts(with: "[]".utf8) {
      place += 2
      return []
    }
    return list { reader in reader.number().flatMap { Int(exactly: $0) } ?? reader.broken() }
  }

  private mutating func list<Element>(_ element: (inout Self) -> Element?) -> [Element]? {
    guard skip("[") else { return broken() }
    var elements: [Element] = []
    // Room is made once, for there may be many.
    let end = json[place...].firstIndex(of: UInt8(ascii: "]")) ?? place
    elements.reserveCapacity(json[place..<end].count { $0 == UInt8(ascii: ",") } + 1)
    repeat {
      guard let next = element(&self) else { return broken() }
      elements.append(next)
    } while skip(",")
    return skip("]") ? elements : broken()
  }

  mutating func text() -> String? {
    let start = place
    guard skip("\"") else { return broken() }
    var isEscaped = false
    while let byte, byte != UInt8(ascii: "\"") {
      isEscaped = isEscaped || byte == UInt8(ascii: "\\")
      place += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    guard skip("\"") else { return broken() }
    let range = start..<place
    if isEscaped {
      guard case .text(let text)? = try? PlainValue(json: json[range]) else { return broken() }
      return text
    }
    let inner = json.part(range.lowerBound + 1..<range.upperBound - 1)
    return String(validating: inner, as: UTF8.self) ?? broken()
  }

  /// Goes over a list of anything.
  mutating func list() -> Range<Int>? {
    let start = place
    guard byte == UInt8(ascii: "[") else { return broken() }
    var (depth, isInText) = (0, false)
    while let byte {
      place += 1
      switch byte {
      case UInt8(ascii: "\\") where isInText: place += 1
      case UInt8(ascii: "\""): isInText.toggle()
      case UInt8(ascii: "["), UInt8(ascii: "{"): if !isInText { depth += 1 }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isInText { depth -= 1 }
      default: break
      }
      if depth == 0 { return start..<place }
    }
    return broken()
  }

  private mutating func broken<Value>() -> Value? {
    isBroken = true
    return nil
  }
}
