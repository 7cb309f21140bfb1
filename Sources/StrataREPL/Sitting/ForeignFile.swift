import Workspace

/// A file that is something else than what was to be read from it.
struct ForeignFile: Error, Equatable, CustomStringConvertible {
  let description: String

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
      "\(path) is a workspace and no document. To read its document: strata \(quoted(path)), and there export old.json"
  }
}
