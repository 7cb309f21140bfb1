/// The layout of a state file, format 1: a line for people and for finding out what it is, then the state.
///
///     {"format":"strata-state-1","schema":3,
///     "state":{…}}
///
/// The whole is one JSON object. The format is this package's, the schema is the app's.
enum StateEnvelope {
  static let format = 1
  static let formatName = "strata-state-"

  /// Returns a state's JSON with what belongs around it.
  static func wrap(_ state: [UInt8], schema: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let head = "{\"format\":\"\(formatName)\(format)\",\"schema\":\(schema),\n\"state\":"
    bytes.reserveCapacity(head.utf8.count + state.count + 2)
    bytes += head.utf8
    bytes += state
    bytes += "}\n".utf8
    return bytes
  }
}
