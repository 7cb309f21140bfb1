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
  /// Returns a state's JSON, with its names in order.
  package let encode: @Sendable (State) throws -> [UInt8]
  /// Makes a state of what is at a place of a whole file.
  package let decode: @Sendable (JSONTape, _ place: Int) throws -> State

  package init() {
    if let type = State.self as? any Described.Type {
      self = Self.described(by: type)
    } else {
      encode = { state in
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return Array(try encoder.encode(state))
      }
      decode = { tape, _ in try JSONDecoder().decode(Whole.self, from: Data(tape.bytes)).state }
    }
  }

  private init(
    encode: @escaping @Sendable (State) throws -> [UInt8],
    decode: @escaping @Sendable (JSONTape, Int) throws -> State
  ) {
    (self.encode, self.decode) = (encode, decode)
  }

  private static func described<Known: Described>(by type: Known.Type) -> StateCoding {
    // The state's type was found to be this one.
    StateCoding(
      encode: { state in try (state as! Known).json() },
      decode: { tape, place in try tape.value(as: type, at: place) as! State }
    )
  }

  private struct Whole: Decodable {
    var state: State
  }
}

/// A state has a number that JSON has no word for.
struct NumberNotFinite: Error, CustomStringConvertible {
  var description: String { "a number in it is infinite or none" }
}
