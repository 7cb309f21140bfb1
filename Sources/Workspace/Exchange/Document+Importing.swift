import Strata

extension Document {
  /// Reads a document that was exported: the JSON that `json()` writes.
  ///
  /// Nothing of a store changes by this: send the document as `AppState.Action.importDocument`, which is one step
  /// and can be undone.
  ///
  /// - Throws: `ImportError`, which says what is wrong and where.
  public init(importing json: some Sequence<UInt8>) throws(ImportError) {
    do throws(PatchError) {
      try self.init(json: json)
    } catch {
      throw ImportError(error)
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

  init(_ error: PatchError) {
    place = error.path.map(\.description)
    reason =
      switch error.reason {
      case .refused(_, let reason): reason
      case .noField(let name, _):
        "'\(name)' is no field that is known here: another program wrote it, or a newer version"
      default: "\(error.reason)"
      }
  }
}
