import Foundation

/// A folder for one test, which takes it away afterwards.
struct Folder {
  let path = FileManager.default.temporaryDirectory.path + "/strata-workspace-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
