import StrataStorage
import Workspace

/// A file that is something else than what was to be read from it.
struct ForeignFile: Error, Equatable, CustomStringConvertible {
  let description: String

  /// A file that cannot be loaded, and why.
  init(path: String, _ error: StateFileError, isDocument: Bool) {
    let way =
      isDocument
      ? " It is a document, which can be imported. Try: import \(quoted(path))"
      : " What can be loaded is the file of a workspace. See: help load"
    switch error {
    case .corrupt(_, let reason, let place):
      description = "\(path) is no workspace: \(place.map { "\($0): " } ?? "")\(reason)." + way
    case .blank: description = "\(path) is no workspace: there is nothing in it." + way
    case .unknownField(_, let field, _, _):
      description = "\(path) is no workspace of this version: it has a field '\(field)'." + way
    default: description = "\(error)"
    }
  }

  /// A file that cannot be imported, and why.
  init(document path: String, _ error: ImportError) {
    let place = error.place.isEmpty ? "" : "at \(error.place.joined(separator: " / ")): "
    description =
      "\(path) is no document of a workspace: \(place)\(error.reason). What can be imported is what export has written as "
      + ".json. See: help export"
  }

  /// A file that cannot be imported, because it is a whole workspace.
  init(workspace path: String) {
    description =
      "\(path) is a workspace and no document. To put it in the place of this one, try: load \(quoted(path))"
  }
}
