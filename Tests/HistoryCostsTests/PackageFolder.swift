import Foundation

/// The folder of the package, to find what is kept there.
enum Package {
  static func path(_ path: String) -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return root.appendingPathComponent(path).path
  }

  static func text(of path: String) throws -> String {
    try String(contentsOfFile: self.path(path), encoding: .utf8)
  }
}
