extension FileSystem {
  /// Writes all of `bytes`, however many calls that takes.
  func writeAll(_ bytes: some Collection<UInt8>, to file: Descriptor) throws(SystemError) {
    let bytes = ContiguousArray(bytes)
    var written = 0
    while written < bytes.count {
      let count = try bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
        try write(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[written...]), to: file)
      }
      guard count > 0 else { throw .deviceError }
      written += count
    }
  }

  /// Reads from where the file stands to its end.
  func readAll(from file: Descriptor) throws(SystemError) -> [UInt8] {
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try chunk.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
        try read(into: UnsafeMutableRawBufferPointer(buffer), from: file)
      }
      if count == 0 { return result }
      result += chunk[..<count]
    }
  }
}
