import PersistentCollections

/// What one step changed, and the companions on both of its sides: as packed bytes, or where to read it.
///
/// One block of heap: a history has as many of them as it has old moments.
package struct PackedStep: @unchecked Sendable {
  // Unchecked, because a buffer could be written: only `init` does, before anybody else has it.
  private final class Storage: ManagedBuffer<Header, UInt8> {}

  private struct Header: Sendable {
    /// What goes beside the part, for the packing that made it; for a step that is read from somewhere, who reads it.
    let beside: Beside
    /// How many of the bytes are the patch, or the places to read it from, and how many the label behind it.
    let count: UInt32
    let labelCount: UInt32
    let distance: UInt32
  }

  private enum Beside: Sendable {
    case nothing
    case companions(AnySnapshot)
    case source(any StepSource)
  }

  private let storage: ManagedBuffer<Header, UInt8>

  /// Copies the bytes of a packed patch, and a label; nil for more than four billion.
  init?(_ bytes: [UInt8], label: String, companions: AnySnapshot?, distance: UInt32) {
    let beside = companions.map(Beside.companions) ?? .nothing
    guard let made = bytes.withUnsafeBytes({ Self($0, label, beside, distance) }) else { return nil }
    self = made
  }

  /// A step that is read from `source` each time it is gone; nil for more than four billion bytes.
  ///
  /// - Parameter places: Where it stands; more than one where it was added to.
  package init?(readFrom source: any StepSource, at places: [UInt64], label: String) {
    // The distance is unknown, and only told from that of a snapshot that stays.
    guard let made = places.withUnsafeBytes({ Self($0, label, .source(source), 1) }) else { return nil }
    self = made
  }

  private init?(_ bytes: UnsafeRawBufferPointer, _ label: String, _ beside: Beside, _ distance: UInt32) {
    let text = label.utf8
    guard let count = UInt32(exactly: bytes.count), let labelCount = UInt32(exactly: text.count) else {
      return nil
    }
    storage = Storage.create(minimumCapacity: bytes.count + text.count) { _ in
      Header(beside: beside, count: count, labelCount: labelCount, distance: distance)
    }
    storage.withUnsafeMutablePointerToElements { place in
      _ = UnsafeMutableBufferPointer(start: place, count: bytes.count).initialize(from: bytes)
      _ = UnsafeMutableBufferPointer(start: place + bytes.count, count: text.count).initialize(from: text)
    }
  }

  /// The steps from the nearest snapshot above that stays.
  var distance: UInt32 { storage.header.distance }

  /// What the step takes on the heap, without its companions.
  var heapBytes: Int {
    let header = storage.header
    let start = 2 * MemoryLayout<Int>.size + MemoryLayout<Header>.size
    return Footprint.block(of: start + Int(header.count) + Int(header.labelCount))
  }

  /// The packed patch; nil for a step that is read from somewhere.
  var bytes: [UInt8]? {
    if case .source = storage.header.beside { return nil }
    return stored
  }

  private var stored: [UInt8] {
    storage.withUnsafeMutablePointers { header, bytes in
      [UInt8](UnsafeBufferPointer(start: bytes, count: Int(header.pointee.count)))
    }
  }

  /// The places of a step that is read from somewhere; nil for packed bytes.
  package var places: [UInt64]? {
    guard case .source = storage.header.beside else { return nil }
    return stored.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: MemoryLayout<UInt64>.size).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self)
      }
    }
  }

  /// The change that was made, and what goes beside the part, for the packing that made it.
  package func read() throws(PatchError) -> (patch: Patch, companions: AnySnapshot?) {
    switch storage.header.beside {
    case .nothing: (try Patch(packed: stored), nil)
    case .companions(let companions): (try Patch(packed: stored), companions)
    case .source(let source): try source.step(at: places ?? [])
    }
  }

  /// Whether a block of companions is kept beside it.
  var hasCompanions: Bool {
    if case .companions = storage.header.beside { true } else { false }
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
