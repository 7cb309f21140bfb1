/// The line of a test that stated something.
struct TestPlace: Equatable, Sendable {
  let fileID: String
  let line: Int

  init(_ fileID: String, _ line: Int) { (self.fileID, self.line) = (fileID, line) }

  /// Returns a sentence that ends with this place, so that its reader finds the line: thrown errors are reported at the
  /// beginning of the test.
  func sentence(_ what: String) -> String { "\(what) in \(fileID), line \(line)." }
}
