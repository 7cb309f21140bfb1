import Foundation

/// A folder of a test's own, removed with everything in it when the test is over.
public final class TemporaryFolder: Sendable {
  /// The path of the folder.
  public let path: String

  /// Makes the folder.
  public init() throws {
    path = FileManager.default.temporaryDirectory.path + "/strata-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The names in the folder, sorted.
  public var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String {
    path + "/" + name
  }

  /// Writes a file in the folder.
  public func write(_ text: String, to name: String) throws {
    try write(bytes: text.utf8, to: name)
  }

  /// Writes a file in the folder.
  public func write(bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  /// Reads a file in the folder.
  public func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  /// Reads a text in the folder.
  public func text(of name: String) throws -> String { String(decoding: try bytes(of: name), as: UTF8.self) }
}
