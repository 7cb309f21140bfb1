import AllocatorFigures

/// The heap memory of the process, as the allocator itself counts it.
public enum Heap {
  /// The bytes that are allocated and not yet freed, the allocator's own words per block included.
  public static var liveBytes: Int {
    allocator_live_bytes()
  }

  /// The bytes of the block that begins at a place, without the allocator's own words.
  public static func bytes(ofBlockAt start: UnsafeRawPointer) -> Int {
    allocator_usable_bytes(start)
  }

  /// The bytes of the process that lie in the machine's memory, in whole pages; 0 where the system does not say.
  public static var residentBytes: Int {
    process_resident_bytes()
  }

  /// Lets the process have no more than so many bytes: it ends when it asks for more, and the machine goes on.
  public static func limit(bytes: Int) {
    process_limit_memory(bytes)
  }

  /// Gives back the pages that the allocator holds in reserve, so that ``residentBytes`` is about what is in use.
  public static func returnSparePages() {
    allocator_return_spare_pages()
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
