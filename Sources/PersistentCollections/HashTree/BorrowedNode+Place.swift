extension BorrowedNode.Location {
  @inlinable var place: EntryPlace<Key, Value> { EntryPlace(key: key, value: value) }
}
