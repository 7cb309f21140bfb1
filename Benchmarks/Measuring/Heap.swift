import AllocatorFigures

/// What the process keeps on its heap, as the allocator itself counts it.
public enum Heap {
  /// The bytes that are allocated and not yet freed, the allocator's own words per block included.
  public static var liveBytes: Int {
    allocator_live_bytes()
  }

  /// Returns what `body` made, and by how many bytes the live heap grew while it was made.
  public static func growth<Result>(while body: () throws -> Result) rethrows -> (result: Result, bytes: Int)
  {
    let before = liveBytes
    let result = try body()
    return (result, liveBytes - before)
  }

  /// Touches `bytes` of fresh memory and keeps it in the process.
  ///
  /// The first touch of a page costs microseconds on a virtual machine; without this, the first workload of a
  /// run would pay for all that follow it.
  public static func warm(bytes: Int) {
    allocator_keep_pages()
    let page = 4096
    let block = UnsafeMutableRawPointer.allocate(byteCount: max(bytes, page), alignment: 16)
    for offset in stride(from: 0, to: bytes, by: page) {
      block.storeBytes(of: 1, toByteOffset: offset, as: UInt8.self)
    }
    block.deallocate()
  }
}
