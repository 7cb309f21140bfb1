import Platform

/// Compares memory; the same bytes are the same value, different ones may still be.
@usableFromInline
func areSameBytes(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Bool {
  memcmp(left, right, count) == 0
}

/// Whether some bytes come before others in the order of dictionaries.
func areBytesInOrder(_ left: Slice<UnsafeBufferPointer<UInt8>>, _ right: Slice<UnsafeBufferPointer<UInt8>>)
  -> Bool
{
  let (left, right) = (UnsafeBufferPointer(rebasing: left), UnsafeBufferPointer(rebasing: right))
  guard let other = right.baseAddress, let start = left.baseAddress else { return left.count < right.count }
  let order = memcmp(start, other, min(left.count, right.count))
  return order != 0 ? order < 0 : left.count < right.count
}
