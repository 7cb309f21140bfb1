#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a state becomes JSON, and JSON a state.
struct StateCoding<State: Codable & Sendable>: Sendable {
  /// The shape of the state that this version of the app writes.
  let schema = 1

  /// Returns a state's JSON, with sorted keys.
  func encode(_ state: State) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return Array(try encoder.encode(state))
  }

  /// Returns the state in a whole file.
  func decode(_ bytes: [UInt8], of path: String) throws(StateFileError) -> State {
    guard bytes.contains(where: { $0 != 0 }) else { throw .blank(path: path, size: bytes.count) }
    do {
      let data = Data(bytes)
      let head = try JSONDecoder().decode(Head.self, from: data)
      guard let format = head.number, format > 0, head.schema > 0 else {
        throw StateFileError.corrupt(path: path, reason: "no format", place: nil)
      }
      guard format <= StateEnvelope.format else {
        throw StateFileError.newer(path: path, what: .format, found: format, known: StateEnvelope.format)
      }
      guard head.schema <= schema else {
        throw StateFileError.newer(path: path, what: .schema, found: head.schema, known: schema)
      }
      return try JSONDecoder().decode(Whole.self, from: data).state
    } catch let error as StateFileError {
      throw error
    } catch {
      throw .corrupt(path: path, reason: "\(error)", place: nil)
    }
  }

  private struct Head: Decodable {
    var format: String
    var schema: Int
    var number: Int? {
      format.hasPrefix(StateEnvelope.formatName)
        ? Int(format.dropFirst(StateEnvelope.formatName.utf8.count)) : nil
    }
  }

  private struct Whole: Decodable {
    var state: State
  }
}
