/// Where an entry of a map lies, for as long as the map is held and not changed.
///
/// Descriptions of values look at entries where they are, without copying them.
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
