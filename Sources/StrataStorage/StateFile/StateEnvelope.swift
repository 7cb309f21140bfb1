/// Which layout a state file has: the first thing that loading looks at.
struct StateFormat: Codable {
  static let newest = 1

  var format: Int
}

/// The layout of a state file: the state, and what tells it from any other JSON.
struct StateEnvelope<State: Codable>: Codable {
  var format = StateFormat.newest
  var state: State
}
