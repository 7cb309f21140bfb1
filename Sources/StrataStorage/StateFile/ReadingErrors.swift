import StrataCore

// The errors of reading a state, as errors of the file that it was read from.

extension PatchError {
  /// The error of a file in which this one was found.
  func inFile(_ path: String, place: TextPlace?) -> StateFileError {
    switch reason {
    case .notJSON(let error):
      let place = TextPlace(line: error.line, column: error.column)
      return .corrupt(path: path, reason: "\(error.reason)", place: place)
    case .noField(let name, _):
      return .unknownField(path: path, field: name, reason: description, place: place)
    default:
      return .corrupt(path: path, reason: description, place: place)
    }
  }
}

extension TextPlace {
  init(_ place: (line: Int, column: Int)) { self.init(line: place.line, column: place.column) }
}

/// The way from a whole file to its state.
private enum StateKey: CodingKey { case state }

extension DecodingError {
  private var context: Context {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: Context(codingPath: [], debugDescription: "\(self)")
    }
  }

  /// Returns the place of the error in the text; nil where the error does not say, as with Foundation's error for a number
  /// that does not fit.
  func place(in json: JSONReader) -> TextPlace? {
    guard !context.codingPath.isEmpty else { return nil }
    return TextPlace(json.lineAndColumn(of: json.place(at: [StateKey.state] + context.codingPath)))
  }

  /// A sentence about the defect and its place among the fields.
  var sentence: String {
    let names = ["state"] + context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    var reason = context.debugDescription
    if case .keyNotFound(let key, _) = self { reason = "there is no '\(key.stringValue)'" }
    return "\(names.joined(separator: " / ")): \(reason)"
  }
}
