/// The bytes of a value that say what it is. What lies between its fields may be anything, and is another thing in each copy.
@usableFromInline
struct SolidBytes: Sendable {
  /// The bytes that lie side by side, in ascending order.
  private let ranges: [Range<Int>]

  /// All bytes of a value.
  init(size: Int) { ranges = size > 0 ? [0..<size] : [] }

  /// Those of fields at some places.
  init(_ fields: [(offset: Int, bytes: SolidBytes)]) {
    var joined: [Range<Int>] = []
    let all = fields.flatMap { field in
      field.bytes.ranges.map { field.offset + $0.lowerBound..<field.offset + $0.upperBound }
    }
    for range in all.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, last.upperBound >= range.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    ranges = joined
  }

  /// Whether two values are the same byte for byte, and so the same.
  @usableFromInline
  func areSame(_ left: ValuePlace, _ right: ValuePlace) -> Bool {
    for range in ranges
    where !areSameBytes(left + range.lowerBound, right + range.lowerBound, range.count) { return false }
    return true
  }

  /// Whether so many values side by side are the same byte for byte.
  func areSame(_ left: ValuePlace, _ right: ValuePlace, count: Int, stride: Int) -> Bool {
    if ranges.first == 0..<stride { return areSameBytes(left, right, count * stride) }
    for start in Swift.stride(from: 0, to: count * stride, by: stride)
    where !areSame(left + start, right + start) { return false }
    return true
  }

  func hash(_ value: ValuePlace) -> Int {
    var hasher = Hasher()
    for range in ranges { hasher.combine(bytes: value.bytes(range)) }
    return hasher.finalize()
  }
}
