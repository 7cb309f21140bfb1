import Strata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Document {
  /// Reads a document that was exported: the JSON that `json()` writes.
  ///
  /// Nothing of a store changes by this: send the document as `AppState.Action.importDocument`, which is one step
  /// and can be undone.
  ///
  /// - Throws: `ImportError`, which says what is wrong and where.
  public init(importing json: some Sequence<UInt8>) throws(ImportError) {
    let json = Array(json)
    do {
      // Foundation's decoder takes one of two members with the same name, and can be nested to its death.
      _ = try PlainValue(json: json)
    } catch {
      throw ImportError(place: [], reason: "\(error)")
    }
    do {
      self = try JSONDecoder().decode(Document.self, from: Data(json))
    } catch let error as DecodingError {
      throw ImportError(error)
    } catch {
      throw ImportError(place: [], reason: "\(error)")
    }
  }
}

/// Why a document could not be imported; nothing has changed.
public struct ImportError: Error, Equatable, CustomStringConvertible {
  /// The keys that lead to what is wrong; none when it is the document as a whole.
  public let place: [String]
  /// What is wrong there, as a sentence.
  public let reason: String

  /// A sentence for a person.
  public var description: String {
    place.isEmpty
      ? "This is no document of a workspace: \(reason)"
      : "This is no document of a workspace. At \(place.joined(separator: " / ")): \(reason)"
  }

  init(place: [String], reason: String) {
    self.place = place
    self.reason = reason
  }

  init(_ error: DecodingError) {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      self.init(place: context.codingPath.map(\.stringValue), reason: context.debugDescription)
    case .keyNotFound(let key, let context):
      self.init(
        place: context.codingPath.map(\.stringValue),
        reason: "'\(key.stringValue)' is missing."
      )
    @unknown default:
      self.init(place: [], reason: "\(error)")
    }
  }
}
