import Foundation
import StrataCore
import StrataStorage
import TestSupport
import Testing

/// A described state with something of everything that JSON can say.
struct Everything: Described, Equatable {
  struct Part: Described, Equatable {
    var name = ""
    var rank: Int8?

    static func describe(_ field: inout Fields<Part>) {
      field("name", \.name)
      field("rank", \.rank)
    }
  }

  var flag = false
  var count = 0
  var weight = 0.5
  var parts: [Part] = []
  var byName: [String: [Int]] = [:]

  static func describe(_ field: inout Fields<Everything>) {
    field("flag", \.flag)
    field("count", \.count)
    field("weight", \.weight)
    field("parts", \.parts)
    field("byName", \.byName)
  }
}

/// The same state without its description: it takes the other way through the loader.
struct Undescribed: Codable, Equatable, Sendable {
  var flag: Bool
  var count: Int
  var weight: Double
  var parts: [Everything.Part]
  var byName: [String: [Int]]
}

@Suite("Hostile documents")
struct HostileDocumentTests {
  /// The error of loading a document with this state; both ways through the loader must agree on its kind and place.
  func error(of state: String, isOwnAffair: Bool = false) -> StateFileError? {
    let document = "{\"format\":\"strata-state-1\",\"schema\":1,\n\"state\":\(state)}"
    return error(ofDocument: Array(document.utf8), isOwnAffair: isOwnAffair)
  }

  /// - Parameter isOwnAffair: Whether descriptions have rules of their own for such a document.
  func error(ofDocument bytes: [UInt8], isOwnAffair: Bool = false) -> StateFileError? {
    let disk = SimulatedDisk()
    disk.put(bytes, at: "state.json")
    func load<State: Codable & Sendable>(_: State.Type) -> StateFileError? {
      do throws(StateFileError) {
        _ = try StateFile<State>(at: "/d/state.json", in: disk).load()
        return nil
      } catch {
        return error
      }
    }
    let (described, undescribed) = (load(Everything.self), load(Undescribed.self))
    // A description fills in what is missing, and knows every name that there is.
    if isOwnAffair { return described }
    #expect((described == nil) == (undescribed == nil))
    // Foundation does not say where a number is that does not fit.
    if undescribed?.hasPlace ?? false { #expect(described?.kindAndPlace == undescribed?.kindAndPlace) }
    return described
  }

  /// A state with one part of it replaced.
  func state(_ part: String = "") -> String {
    var members = [
      "flag": "true", "count": "1", "weight": "1.5", "parts": #"[{"name":"a"}]"#, "byName": #"{"x":[1]}"#,
    ]
    if let colon = part.firstIndex(of: ":") {
      members[String(part[..<colon])] = String(part[part.index(after: colon)...])
    }
    return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
      + "}"
  }

  func expect(
    _ state: String,
    _ reason: String,
    line: Int = 2,
    column: Int? = nil,
    isOwnAffair: Bool = false
  ) {
    guard case .corrupt(_, let found, let place)? = error(of: state, isOwnAffair: isOwnAffair) else {
      Issue.record("\(state) is not corrupt: \(String(describing: error(of: state)))")
      return
    }
    #expect(found.contains(reason), "\(state)")
    #expect(place?.line == line, "\(state)")
    if let column { #expect(place?.column == column, "\(state)") }
  }

  @Test("The state that all of these begin from can be loaded")
  func good() {
    #expect(error(of: state()) == nil)
    #expect(error(of: " { \n\t" + state().dropFirst().replacing(":", with: " : ")) == nil)
  }

  /// A whole file with something of everything in it.
  var document: [UInt8] {
    let parts = #"[{"name":"a\u00e9\n","rank":-3},{"name":""}]"#
    return Array("{\"format\":\"strata-state-1\",\"schema\":1,\n\"state\":\(state("parts:" + parts))}\n".utf8)
  }

  @Test("Cut off at any byte, a file is an error for described and other states alike")
  func truncated() {
    #expect(error(ofDocument: document) == nil)
    for length in 0..<document.count - 2 {
      #expect(error(ofDocument: Array(document.prefix(length))) != nil, "cut off after \(length) bytes")
      Soak.count(.damage)
    }
  }

  @Test("With any bit flipped, a file is an error or a state")
  func flipped() {
    var bytes = document
    var (errors, states) = (0, 0)
    for position in bytes.indices {
      for bit in 0..<8 {
        bytes[position] ^= 1 << bit
        if error(ofDocument: bytes, isOwnAffair: true) == nil { states += 1 } else { errors += 1 }
        bytes[position] ^= 1 << bit
      }
    }
    #expect(errors > states && states > 0)
    Soak.count(.damage, errors + states)
  }

  @Test("Names that stand twice, also when one is written with escapes or far from the other")
  func duplicates() {
    expect(#"{"flag":true,"flag":true}"#, "'flag' stands twice", column: 22)
    expect(#"{"flag":true,"fl\u0061g":true}"#, "'flag' stands twice")
    expect(state(#"byName:{"b":[],"a":[],"b":[]}"#), "'b' stands twice")
    expect(state(#"parts:[{"name":"a","name":"b"}]"#), "'name' stands twice")
  }

  @Test("Nesting beyond every reason is an error, also on a small stack", arguments: ["[", "{\"a\":"])
  func nesting(open: String) throws {
    for depth in [200, 100_000] {
      let state = String(repeating: open, count: depth)
      for state in [state, "{\"byName\":\(state)", "{\"parts\":\(state)", "{\"count\":\(state)"] {
        let found = try onSmallStack { self.error(of: state, isOwnAffair: true) }
        switch found {
        case .corrupt(_, let reason, _)?:
          // A value of another kind than its type is an error before its depth is.
          #expect(reason.contains("nested deeper") || reason.contains("is none"))
        case .unknownField(_, "a", _, _)?: break
        default: Issue.record("\(String(describing: found))")
        }
      }
    }
  }

  @Test("Trailing commas, missing ones, garbage behind the end, comments, bare words")
  func grammar() {
    expect(state(#"byName:{"x":[1,]}"#), "a value is expected")
    expect(state(#"byName:{"x":[1 2]}"#), "a comma or ]")
    expect("{\"flag\":true,}", "a name in quotes")
    expect(state() + "}x", "something follows")
    expect(state("count:1 // one"), "a comma or }")
    expect(state("count:NaN"), "a value is expected")
    expect(state("count:01"), "a comma or }")
    expect(state("weight:.5"), "a value is expected")
    expect(state("weight:1."), "a digit is expected")
    expect(state("count:+1"), "a value is expected")
    expect(state("flag:True"), "a value is expected")
  }

  @Test("Bytes that are no UTF-8, half characters, control characters, a byte order mark")
  func encoding() {
    for bad: [UInt8] in [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x07],
    ] {
      let head = Array("{\"format\":\"strata-state-1\",\"schema\":1,\n\"state\":{\"flag\":\"".utf8)
      guard case .corrupt? = error(ofDocument: head + bad + Array("\"}}".utf8)) else {
        Issue.record("\(bad)")
        continue
      }
    }
    expect(state(#"byName:{"\ud800":[]}"#), "UTF-8")
    expect(state(#"byName:{"\u12":[]}"#), "hexadecimal")
    guard case .corrupt(_, let reason, _)? = error(ofDocument: [0xEF, 0xBB, 0xBF] + Array("{}".utf8)) else {
      Issue.record("a byte order mark was let through")
      return
    }
    #expect(reason.contains("byte order mark"))
  }

  @Test("Numbers out of range, with the path to them")
  func numbers() {
    expect(state("count:9223372036854775808"), "state / count")
    expect(state("count:1.5"), "state / count")
    expect(state(#"parts:[{"name":"a","rank":128}]"#), "state / parts / 0 / rank")
    expect(state("weight:1e999"), "too large")
    #expect(error(of: state("weight:12345678901234567890")) == nil)
  }

  @Test("Missing, null and wrong-typed fields, with the path to them")
  func fields() {
    #expect(error(of: #"{"flag":true}"#, isOwnAffair: true) == nil)
    #expect(error(of: state("parts:[{},{}]"), isOwnAffair: true) == nil)
    expect(state("parts:[{},7]"), "state / parts / 1: ", isOwnAffair: true)
    expect(state("count:null"), "state / count")
    expect(state("count:\"1\""), "state / count")
    expect(state("flag:1"), "state / flag")
    expect(state("parts:{}"), "state / parts")
    expect(state(#"byName:{"x":[1,true]}"#), "state / byName / x / 1")
    expect("[]", "state: ")
    #expect(error(of: state(#"parts:[{"name":"a","rank":null}]"#)) == nil)
  }

  @Test("The place is the line and the column of the field's name")
  func place() {
    let state =
      "{\n  \"byName\": {},\n  \"count\": 1,\n  \"flag\": \"yes\",\n  \"parts\": [],\n  \"weight\": 1\n}"
    expect(state, "state / flag", line: 5, column: 3)
  }
}

extension StateFileError {
  /// The kind and place of the error, on which both ways through the loader must agree; their messages may differ.
  fileprivate var kindAndPlace: String {
    switch self {
    case .corrupt(_, _, let place): "corrupt at \(place.map { "\($0)" } ?? "no place")"
    default: "\(self)"
    }
  }

  fileprivate var hasPlace: Bool {
    if case .corrupt(_, _, nil) = self { false } else { true }
  }
}
