/// The place of an entry of a map, valid for as long as the map is held and not changed.
///
/// Descriptions of values read entries in place, without copying them.
@usableFromInline
package struct EntryPlace<Key, Value> {
  @usableFromInline package let key: UnsafePointer<Key>
  @usableFromInline package let value: UnsafePointer<Value>

  @inlinable
  package init(key: UnsafePointer<Key>, value: UnsafePointer<Value>) {
    self.key = key
    self.value = value
  }
}
