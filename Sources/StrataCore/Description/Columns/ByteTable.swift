/// Texts and outlines as bytes, each once, in the order in which they were met.
struct ByteTable {
  private(set) var bytes: [UInt8] = []
  private(set) var ends: [Int] = []
  private var numbers: [UInt64: Int] = [:]
  private var last = 0

  /// The number of some bytes; new bytes are added.
  mutating func number(of new: ArraySlice<UInt8>) -> Int {
    if last < ends.count, isEqual(last, new) { return last }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in new { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    if let known = numbers[hash], isEqual(known, new) {
      last = known
      return known
    }
    last = ends.count
    // Bytes whose hash other bytes have, too, may be there twice.
    numbers[hash] = last
    bytes += new
    ends.append(bytes.count)
    return last
  }

  /// The range of the bytes with a number, among all bytes.
  func range(of number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }

  private func isEqual(_ number: Int, _ new: ArraySlice<UInt8>) -> Bool {
    let range = range(of: number)
    guard range.count == new.count else { return false }
    return bytes.withBytes { bytes in new.withBytes { bytes.part(range).isSame(as: $0) } }
  }
}
