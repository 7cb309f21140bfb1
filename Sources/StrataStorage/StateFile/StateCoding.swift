import Strata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a state becomes JSON, and JSON a state.
///
/// A described state is written from its fields and made of what was scanned; any other by Foundation's coders, after
/// the same strict scan.
package struct StateCoding<State: Codable & Sendable>: Sendable {
  /// Writes a state, with its names in order.
  package let write: @Sendable (State, inout JSONWriter) throws -> Void
  /// Makes a state of what is at a place of a whole file.
  package let decode: @Sendable (JSONTape, _ place: Int) throws -> State

  package init() {
    if let type = State.self as? any Described.Type {
      self = Self.described(by: type)
    } else {
      write = { state, json in
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        Array(try encoder.encode(state)).withUnsafeBufferPointer { json.append($0) }
      }
      decode = { tape, _ in try JSONDecoder().decode(Whole.self, from: Data(tape.bytes)).state }
    }
  }

  private init(
    write: @escaping @Sendable (State, inout JSONWriter) throws -> Void,
    decode: @escaping @Sendable (JSONTape, Int) throws -> State
  ) {
    (self.write, self.decode) = (write, decode)
  }

  private static func described<Known: Described>(by type: Known.Type) -> StateCoding {
    // The state's type was found to be this one.
    StateCoding(
      write: { state, json in try (state as! Known).write(to: &json) },
      decode: { tape, place in try tape.value(as: type, at: place) as! State }
    )
  }

  /// Returns a state's JSON.
  package func encode(_ state: State) throws -> JSONPieces {
    var json = JSONWriter()
    try write(state, &json)
    return json.finish()
  }

  private struct Whole: Decodable {
    var state: State
  }
}

/// A state has a number that JSON has no word for.
struct NumberNotFinite: Error, CustomStringConvertible {
  var description: String { "a number in it is infinite or none" }
}
