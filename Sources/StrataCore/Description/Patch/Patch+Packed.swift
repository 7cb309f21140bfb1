extension Patch {
  /// The patch as few bytes: what a history keeps of old moments. Empty for an empty patch.
  ///
  /// One with more than 128 levels is not read again of these bytes, for readers are on small stacks, too.
  ///
  /// - Complexity: O(size of the patch).
  public var packed: [UInt8] {
    guard let root else { return [] }
    var writer = PackedWriter()
    writer.write(root)
    return writer.bytes
  }

  /// The patch as few bytes; empty where its texts exceed the limit, and where the bytes cannot be read again.
  func packed(within limit: Int) -> [UInt8] {
    guard let root, isReadablePacked else { return [] }
    var writer = PackedWriter(limit: limit)
    writer.write(root)
    return writer.isOverLimit ? [] : writer.bytes
  }

  /// Reads what ``packed`` gave.
  ///
  /// - Throws: `PatchError.Reason.malformed` for bytes that are no packed patch, whatever they are, and
  ///   `PatchError.Reason.tooDeep` for one with more than 128 levels.
  public init(packed bytes: some Sequence<UInt8>) throws(PatchError) {
    let bytes = Array(bytes)
    guard !bytes.isEmpty else { return }
    root = try PackedReader.reading(bytes[...]) { reader throws(PatchError) in
      let root = try reader.node()
      guard reader.isAtEnd else { throw reader.malformed }
      return root
    }
  }
}
