import PersistentCollections

/// What one step changed, as packed bytes, and the companions on both of its sides.
///
/// One block of heap: a history has as many of them as it has old moments.
struct PackedStep: @unchecked Sendable {
  // Unchecked, because a buffer could be written: only `init` does, before anybody else has it.
  private final class Storage: ManagedBuffer<Header, UInt8> {}

  private struct Header: Sendable {
    let companions: AnySnapshot?
    let count: UInt32
    let distance: UInt32
  }

  private let storage: ManagedBuffer<Header, UInt8>

  /// Copies the bytes of a packed patch; nil for more than four billion.
  init?(_ bytes: [UInt8], companions: AnySnapshot?, distance: UInt32) {
    guard let count = UInt32(exactly: bytes.count) else { return nil }
    storage = Storage.create(minimumCapacity: bytes.count) { _ in
      Header(companions: companions, count: count, distance: distance)
    }
    storage.withUnsafeMutablePointerToElements { place in
      bytes.withUnsafeBufferPointer {
        if let start = $0.baseAddress { place.initialize(from: start, count: $0.count) }
      }
    }
  }

  /// What goes beside the part, for the packing that made it; nil where nothing does.
  var companions: AnySnapshot? { storage.header.companions }

  /// The steps from the nearest snapshot above that stays.
  var distance: UInt32 { storage.header.distance }

  /// What the step takes on the heap, without its companions.
  var heapBytes: Int { Footprint.block(of: 32 + Int(storage.header.count)) }

  /// The change that the bytes stand for.
  func patch() throws(PatchError) -> Patch {
    let bytes = storage.withUnsafeMutablePointers { header, bytes in
      [UInt8](UnsafeBufferPointer(start: bytes, count: Int(header.pointee.count)))
    }
    return try Patch(packed: bytes)
  }
}
