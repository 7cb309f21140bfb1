/// How the elements of a list are known again where a change has written them down.
struct ListedElements {
  /// The identity of an element; nil for a value that cannot be read.
  let name: (PlainValue) -> AnyHashable?
  /// The difference between two values of one element; nil where they are the same.
  let difference: (_ old: PlainValue, _ new: PlainValue) throws(PatchError) -> Patch.Node?

  /// The elements of a list of such values; nil where they are not `Identifiable`.
  init?<Value>(_ shape: ValueShape<Value>) {
    guard let identity = shape.identity else { return nil }
    name = { plain in
      guard let value = try? shape.make(from: plain) else { return nil }
      return withPlace(of: value) { identity.name($0) }
    }
    difference = { (old, new) throws(PatchError) in
      try Patch(from: try shape.make(from: old), to: try shape.make(from: new), shape).root
    }
  }
}
