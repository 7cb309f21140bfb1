import PersistentCollections

/// The shapes that were asked for, one for each type.
@usableFromInline
enum ShapeTable {
  private static let shapes = Guarded<[ObjectIdentifier: AnyValueShape]>([:])

  /// The shape of a type, made if it is asked for the first time.
  ///
  /// It is made outside the lock, because that runs the app's description and asks for other shapes; when two threads
  /// make one at a time, the first one stays.
  @usableFromInline
  static func shape<Value>(of type: Value.Type, _ make: () -> ValueShape<Value>) -> ValueShape<Value> {
    let id = ObjectIdentifier(type)
    if let known = shapes.withLock({ $0[id] }) { return known.shape(of: type) }
    let made = make()
    let kept = shapes.withLock { shapes in
      if let known = shapes[id] { return known }
      shapes[id] = made
      return made as AnyValueShape
    }
    return kept.shape(of: type)
  }
}

extension AnyValueShape {
  /// The shape with the type that it was made for.
  fileprivate func shape<Value>(of _: Value.Type) -> ValueShape<Value> {
    // It lies in the table under this type, or in the element that asks for it: both have it from the type itself.
    unsafeDowncast(self, to: ValueShape<Value>.self)
  }
}

/// A value that is found when it is needed first.
final class Found<Value: Sendable>: Sendable {
  private let known = Guarded<Value?>(nil)

  func value(_ find: () -> Value) -> Value {
    if let known = known.withLock({ $0 }) { return known }
    let found = find()
    known.withLock { $0 = found }
    return found
  }
}

/// A shape that is looked up when it is needed first: elements of a collection may be of the type that it is in.
///
/// It leaves out the type, because asking the runtime for a generic one takes longer than all the rest.
final class ElementShape: Sendable {
  private let known = Found<AnyValueShape>()
  // The function that makes a shape is a description, which is a constant.
  private nonisolated(unsafe) let find: () -> AnyValueShape

  convenience init<Value: DescribedValue>(of type: Value.Type) {
    self.init { Value._shape }
  }

  init(_ find: @escaping () -> AnyValueShape) { self.find = find }

  var shape: AnyValueShape { known.value(find) }

  /// The shape with the type that it was made for.
  func shape<Value>(of type: Value.Type) -> ValueShape<Value> { shape.shape(of: type) }
}
