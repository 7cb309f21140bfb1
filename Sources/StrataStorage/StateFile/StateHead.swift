import StrataCore

/// The members before the state, as far as they have to be read to know how to read the state.
struct StateHead {
  private(set) var members: [String: PlainValue] = [:]
  private(set) var statePlace: Int?
  /// Whether it was read to the end of the file.
  private(set) var isWhole = false

  init(_ json: inout JSONReader) throws {
    var isFirst = true
    try json.enter(.record)
    while try json.next(in: .record, isFirst: &isFirst) {
      let name = json.string(try json.name())
      guard members[name] == nil, name != "state" || statePlace == nil else {
        throw DuplicateName(name: name)
      }
      guard members.count < Self.mostMembers else { throw TooManyNames() }
      guard name == "state" else {
        members[name] = try Self.short(&json)
        continue
      }
      statePlace = json.position
      // As this package writes it; in a file that other hands have put in order, the rest of the head follows.
      if members["format"] != nil && members["schema"] != nil { return }
      try json.skip()
    }
    try json.finish()
    isWhole = true
  }

  /// This package writes six; what a stranger has is not all kept.
  static var mostMembers: Int { 64 }

  /// Returns the value that comes next; null for a long value, which no value of the head is.
  private static func short(_ json: inout JSONReader) throws -> PlainValue {
    let text = try json.skipped()
    return text.count > 1_024 ? .null : try PlainValue(json: text)
  }
}

/// A name stands twice in the outermost record of a file.
struct DuplicateName: Error, CustomStringConvertible {
  let name: String
  var description: String { "\(JSONError.Reason.duplicate(name: name))" }
}

/// The outermost record of a file has more names than any state file.
struct TooManyNames: Error, CustomStringConvertible {
  var description: String { "it has more beside the state than any state file" }
}
