import StrataCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a state becomes JSON, and JSON a state.
///
/// A described state is written and made by its description alone; any other by Foundation's coders, after the same
/// strict reading.
package struct StateCoding<State: Codable & Sendable>: Sendable {
  /// Writes a state, with its names in order.
  package let write: @Sendable (State, inout JSONWriter) throws -> Void
  /// Makes a state of what comes next, whatever its rules say.
  package let read: @Sendable (inout JSONReader) throws -> State
  /// Lets the rules of a state repair or refuse it.
  package let applyRules: @Sendable (inout State) throws -> Void
  /// The fingerprint of the state's description, which changes when the description does; nil where there is none.
  package let fingerprint: String?
  /// The error in the description of the state; nil where there is none.
  package let descriptionError: DescriptionError?

  package init() {
    if let type = State.self as? any DescribedValue.Type {
      self = Self.described(by: type)
    } else {
      write = { state, json in
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        Array(try encoder.encode(state)).withBytes { json.append($0) }
      }
      read = { json in
        let text = try json.skipped()
        return try JSONDecoder().decode(State.self, from: Data(text))
      }
      applyRules = { _ in }
      (fingerprint, descriptionError) = (nil, nil)
    }
  }

  private init<Known: DescribedValue>(of type: Known.Type) {
    // The state's type was found to be this one.
    write = { state, json in try (state as! Known).write(to: &json) }
    read = { json in try Known(reading: &json) as! State }
    applyRules = { state in
      var known = state as! Known
      try known.applyRules()
      state = known as! State
    }
    fingerprint = type.descriptionFingerprint
    descriptionError = type.descriptionError
  }

  private static func described<Known: DescribedValue>(by type: Known.Type) -> StateCoding {
    StateCoding(of: type)
  }

  /// Returns a state's JSON.
  package func encode(_ state: State) throws -> BytePieces {
    var json = JSONWriter()
    try write(state, &json)
    return json.finish()
  }
}
