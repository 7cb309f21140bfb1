import Foundation

/// A recorded editing session: what was typed into a text, keystroke by keystroke, and what came of it.
///
/// Files are JSON, as those of the public collection *editing-traces* are, and may be compressed by `gzip`, which
/// has to be there to read them.
public struct EditingTrace: Decodable, Sendable {
  /// The text before the first edit.
  public let startContent: String
  /// The text after the last one.
  public let endContent: String
  private let txns: [Transaction]

  /// All edits, in the order in which they were made.
  public var edits: [Edit] { txns.flatMap(\.patches) }

  private struct Transaction: Decodable, Sendable {
    let patches: [Edit]
  }

  /// Some scalars that are replaced by others.
  public struct Edit: Decodable, Sendable {
    /// How many scalars are before the edit.
    public let position: Int
    /// How many scalars are removed.
    public let removed: Int
    /// The text that is inserted in their place.
    public let inserted: String

    /// Reads an array of the three.
    public init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      position = try container.decode(Int.self)
      removed = try container.decode(Int.self)
      inserted = try container.decode(String.self)
    }
  }

  /// Reads a trace.
  ///
  /// - Throws: `UnreadableTrace` where `gzip` cannot read it, or what reading and decoding throw.
  public static func read(_ path: String) throws -> EditingTrace {
    try JSONDecoder().decode(EditingTrace.self, from: contents(path))
  }

  /// Returns the contents of a file, decompressed.
  static func contents(_ path: String) throws -> Data {
    try path.hasSuffix(".gz") ? decompressed(path) : Data(contentsOf: URL(fileURLWithPath: path))
  }

  private static func decompressed(_ path: String) throws -> Data {
    let gzip = Process()
    let output = Pipe()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-dc", path]
    gzip.standardOutput = output
    try gzip.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    gzip.waitUntilExit()
    guard gzip.terminationStatus == 0 else {
      throw UnreadableTrace(path: path, status: gzip.terminationStatus)
    }
    return data
  }

  /// A trace that `gzip` could not read.
  public struct UnreadableTrace: Error, CustomStringConvertible {
    /// The file.
    public let path: String
    /// The status that `gzip` ended with.
    public let status: Int32

    /// A sentence for the person at the terminal.
    public var description: String {
      "gzip cannot read \(path) (it ended with \(status)): see that it is there and is what gzip wrote"
    }
  }
}
