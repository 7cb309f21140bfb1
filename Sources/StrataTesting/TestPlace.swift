/// The line of a test that stated something.
struct TestPlace: Equatable, Sendable {
  let fileID: String
  let line: Int

  init(_ fileID: String, _ line: Int) { (self.fileID, self.line) = (fileID, line) }

  /// What an error ends with, so that its reader finds the line: what is thrown is reported at the beginning of the test.
  func sentence(_ what: String) -> String { "\(what) in \(fileID), line \(line)." }
}
