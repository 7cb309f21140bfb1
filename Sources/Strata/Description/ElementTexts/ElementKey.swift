/// What the elements of a collection are put in order by when they are written: its own order, where it has one, need
/// not be that of what is written.
protocol ElementKey: Sendable {
  /// Whether this key's element is written before that of another one.
  func precedes(_ other: Self) -> Bool
}

/// A number that stands as a name, in the order of the numbers.
extension Int: ElementKey {
  func precedes(_ other: Int) -> Bool { self < other }
}

/// A name in a record, in the order of its bytes.
struct ElementName: ElementKey {
  let text: String

  func precedes(_ other: ElementName) -> Bool { text.isWritten(before: other.text) }
}

/// A value in a list, in the order of all plain values.
extension PlainValue: ElementKey {}

/// What elements have that stay where they are.
extension Never: ElementKey {
  func precedes(_ other: Never) -> Bool {}
}
