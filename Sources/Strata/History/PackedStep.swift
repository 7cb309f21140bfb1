/// What one step changed, and the companions on both of its sides: as packed bytes, or where to read it.
///
/// One block of heap: a history has as many of them as it has old moments.
package struct PackedStep: @unchecked Sendable {
  // Unchecked, because a buffer could be written: only `init` does, before anybody else has it.
  private final class Storage: ManagedBuffer<Header, UInt8> {}

  private struct Header: Sendable {
    /// Nil where nothing goes beside the part, and for a step that is read from somewhere.
    let companions: AnySnapshot?
    /// Who reads the step, if the bytes only say where it is.
    let source: (any StepSource)?
    let count: UInt32
    let distance: UInt32
  }

  private let storage: ManagedBuffer<Header, UInt8>

  /// Copies the bytes of a packed patch; nil for more than four billion.
  init?(_ bytes: [UInt8], companions: AnySnapshot?, distance: UInt32) {
    guard let count = UInt32(exactly: bytes.count) else { return nil }
    let header = Header(companions: companions, source: nil, count: count, distance: distance)
    storage = bytes.withUnsafeBytes { Self.store($0, header) }
  }

  /// A step that is read from `source` each time it is gone, at `places`; they lead from one value to the next.
  package init(readFrom source: any StepSource, at places: [UInt64]) {
    storage = places.withUnsafeBytes { bytes in
      // The distance is unknown, and only told from that of a snapshot that stays.
      let header = Header(companions: nil, source: source, count: UInt32(bytes.count), distance: 1)
      return Self.store(bytes, header)
    }
  }

  /// A step that changes nothing: what stands for the one that led to where a history begins.
  init() {
    storage = Self.store(
      UnsafeRawBufferPointer(start: nil, count: 0),
      Header(companions: nil, source: nil, count: 0, distance: 1)
    )
  }

  private static func store(
    _ bytes: UnsafeRawBufferPointer,
    _ header: Header
  ) -> ManagedBuffer<Header, UInt8> {
    let storage = Storage.create(minimumCapacity: bytes.count) { _ in header }
    storage.withUnsafeMutablePointerToElements { place in
      if let start = bytes.baseAddress {
        UnsafeMutableRawPointer(place).copyMemory(from: start, byteCount: bytes.count)
      }
    }
    return storage
  }

  /// The steps from the nearest snapshot above that stays.
  var distance: UInt32 { storage.header.distance }

  private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    storage.withUnsafeMutablePointers { header, bytes in
      body(UnsafeRawBufferPointer(start: bytes, count: Int(header.pointee.count)))
    }
  }

  /// Where the step is read from, and the places there; nil for packed bytes.
  package var reading: (source: any StepSource, places: [UInt64])? {
    guard let source = storage.header.source else { return nil }
    let size = MemoryLayout<UInt64>.size
    let places = withBytes { bytes in
      stride(from: 0, to: bytes.count, by: size).map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self) }
    }
    return (source, places)
  }

  /// The change that was made, and what goes beside the part, for the packing that made it.
  package func read() throws(PatchError) -> (patch: Patch, companions: AnySnapshot?) {
    if let (source, places) = reading { return try source.step(at: places) }
    let count = withBytes(\.count)
    return (count == 0 ? Patch() : try Patch(packed: withBytes { [UInt8]($0) }), storage.header.companions)
  }
}
