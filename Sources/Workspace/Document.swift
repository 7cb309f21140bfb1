import Strata

/// The person's work: a journal, a canvas and a list of people.
@Described
public struct Document: Equatable, Sendable {
  /// The bullet journal.
  public var journal = Journal()
  /// The canvas of annotations.
  public var canvas = Canvas()
  /// The people.
  public var people = People()

  /// Makes an empty document.
  public init() {}

  /// The greatest id in the document that is less than `end`; 0 when there is none.
  ///
  /// - Complexity: O(log *n*) for *n* todos, notes and annotations, and O(*n*) for categories and people.
  public func greatestID(below end: Int) -> Int {
    let sorted = [
      journal.todos[..<end].last?.key, journal.notes[..<end].last?.key, journal.bundles[..<end].last?.key,
      canvas.annotations[..<end].last?.key,
    ]
    let listed = journal.categories.map(\.id) + people.list.map(\.tag)
    return (sorted.compactMap { $0 } + listed.filter { $0 < end }).max() ?? 0
  }
}

/// The colours of categories and annotations.
public enum Tint: String, CaseIterable, Sendable, DescribedLeaf {
  case blue, red, green, orange, purple, pink, teal, yellow
}

extension Document {
  /// Reads an exported document: the JSON that `json()` writes.
  ///
  /// No store changes by this. Send the document as `AppState.Action.importDocument`, which is one step and can be
  /// undone.
  ///
  /// - Throws: `ImportError`, which names the place and the reason.
  public init(importing json: some Sequence<UInt8>) throws(ImportError) {
    do throws(PatchError) {
      try self.init(json: json)
    } catch {
      throw ImportError(error)
    }
  }
}

/// The reason why a document could not be imported; nothing has changed.
public struct ImportError: Error, Equatable, CustomStringConvertible {
  /// The keys that lead to the fault; none when the whole document is at fault.
  public let place: [String]
  /// The fault, as a sentence.
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
