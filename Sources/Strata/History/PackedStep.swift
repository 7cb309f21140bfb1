import PersistentCollections

/// What one step changed, as packed bytes, and the companions on both of its sides.
///
/// One block of heap: a history has as many of them as it has old moments.
struct PackedStep: @unchecked Sendable {
  // Unchecked, because a buffer could be written: only `init` does, before anybody else has it.
  private final class Storage: ManagedBuffer<Header, UInt8> {}

  private struct Header: Sendable {
    let companions: AnySnapshot?
    /// How many of the bytes are the patch, and how many the label behind it.
    let count: UInt32
    let labelCount: UInt32
    let distance: UInt32
  }

  private let storage: ManagedBuffer<Header, UInt8>

  /// Copies the bytes of a packed patch, and a label; nil for more than four billion.
  init?(_ bytes: [UInt8], label: String, companions: AnySnapshot?, distance: UInt32) {
    let text = Array(label.utf8)
    guard let count = UInt32(exactly: bytes.count), let labelCount = UInt32(exactly: text.count) else {
      return nil
    }
    storage = Storage.create(minimumCapacity: bytes.count + text.count) { _ in
      Header(companions: companions, count: count, labelCount: labelCount, distance: distance)
    }
    storage.withUnsafeMutablePointerToElements { place in
      _ = UnsafeMutableBufferPointer(start: place, count: bytes.count).initialize(from: bytes)
      _ = UnsafeMutableBufferPointer(start: place + bytes.count, count: text.count).initialize(from: text)
    }
  }

  /// What goes beside the part, for the packing that made it; nil where nothing does.
  var companions: AnySnapshot? { storage.header.companions }

  /// The steps from the nearest snapshot above that stays.
  var distance: UInt32 { storage.header.distance }

  /// What the step takes on the heap, without its companions.
  var heapBytes: Int {
    let header = storage.header
    let start = 2 * MemoryLayout<Int>.size + MemoryLayout<Header>.size
    return Footprint.block(of: start + Int(header.count) + Int(header.labelCount))
  }

  /// The patch.
  var bytes: [UInt8] {
    storage.withUnsafeMutablePointers { header, bytes in
      [UInt8](UnsafeBufferPointer(start: bytes, count: Int(header.pointee.count)))
    }
  }

  /// The step's label, which has no block of its own any more.
  var label: String {
    storage.withUnsafeMutablePointers { header, bytes in
      let label = bytes + Int(header.pointee.count)
      return String(
        decoding: UnsafeBufferPointer(start: label, count: Int(header.pointee.labelCount)),
        as: UTF8.self
      )
    }
  }
}
