/// A field of a state that undo covers or restores: where it is, and how its values are copied and compared.
///
/// Types are left out of histories here and nowhere else. The closures are compiled where the store is made and the
/// types are known: in code that does not know them, comparing two versions of a map takes eight times as long
/// (`StoreSpeed`, `send`).
@usableFromInline
package final class DomainField: Sendable {
  package let path: AnyKeyPath & Sendable
  /// The offset of a stored field in the state; nil for a computed field, which only the key path reaches. Walking a key path
  /// takes fifty times as long as adding the offset.
  let offset: Int?
  let size: Int
  let alignment: Int
  /// How the value is taken apart; nil where its type is not described.
  let shape: AnyValueShape?
  /// The error in the description of the type; nil for a correct one.
  let refusal: DescriptionError?
  /// Compares the field in two states: a described value is the same where it is written the same, any other by `==`.
  let isSame: @Sendable (_ old: ValuePlace, _ new: ValuePlace) -> Bool
  /// Copies the value out of a state to empty memory.
  let copy: @Sendable (_ state: ValuePlace, _ memory: MutableValuePlace) -> Void
  /// Copies a value to empty memory.
  let duplicate: @Sendable (_ value: ValuePlace, _ memory: MutableValuePlace) -> Void
  /// Copies a value into a state, and moves the value that was there to empty memory: nothing is released.
  let exchange:
    @Sendable (_ state: MutableValuePlace, _ value: ValuePlace, _ room: MutableValuePlace)
      -> Void
  let destroy: @Sendable (_ value: MutableValuePlace) -> Void

  /// A field that undo covers.
  @inlinable
  package static func undone<State: Sendable, Value: Equatable & Sendable>(
    _ path: WritableKeyPath<State, Value> & Sendable
  ) -> DomainField { DomainField(path, isSame: FieldPlace(path).sameness) }

  /// A field that undo restores.
  @inlinable
  package static func restored<State: Sendable, Value: Sendable>(
    _ path: WritableKeyPath<State, Value> & Sendable
  ) -> DomainField { DomainField(path, isSame: { _, _ in true }) }

  @inlinable
  convenience init<State: Sendable, Value: Sendable>(
    _ path: WritableKeyPath<State, Value> & Sendable,
    isSame: @escaping @Sendable (ValuePlace, ValuePlace) -> Bool
  ) {
    let place = FieldPlace(path)
    self.init(
      place,
      isSame: isSame,
      copy: { $1.initialize(to: place.value(in: $0)) },
      duplicate: { $1.initialize(to: $0.pointer(to: Value.self).pointee) },
      exchange: { state, value, room in
        let new = value.pointer(to: Value.self).pointee
        room.initialize(to: place.exchange(state, for: new))
      },
      destroy: { $0.pointer(to: Value.self).deinitialize(count: 1) }
    )
  }

  @usableFromInline
  init<State: Sendable, Value: Sendable>(
    _ place: FieldPlace<State, Value>,
    isSame: @escaping @Sendable (ValuePlace, ValuePlace) -> Bool,
    copy: @escaping @Sendable (ValuePlace, MutableValuePlace) -> Void,
    duplicate: @escaping @Sendable (ValuePlace, MutableValuePlace) -> Void,
    exchange:
      @escaping @Sendable (MutableValuePlace, ValuePlace, MutableValuePlace) -> Void,
    destroy: @escaping @Sendable (MutableValuePlace) -> Void
  ) {
    func refusal<Known: DescribedValue>(of _: Known.Type) -> DescriptionError? { Known.descriptionError }
    (path, offset) = (place.path, place.offset)
    (size, alignment) = (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
    shape = AnyValueShape.ofDescribed(Value.self)
    self.refusal = (Value.self as? any DescribedValue.Type).flatMap { refusal(of: $0) }
    (self.isSame, self.copy, self.duplicate) = (isSame, copy, duplicate)
    (self.exchange, self.destroy) = (exchange, destroy)
  }
}

extension [DomainField] {
  /// The fields at some key paths, for undo to cover.
  @inlinable
  package static func undone<State: Sendable, each Value: Equatable & Sendable>(
    _ paths: repeat WritableKeyPath<State, each Value> & Sendable
  ) -> [DomainField] {
    var fields: [DomainField] = []
    for path in repeat each paths { fields.append(.undone(path)) }
    return fields
  }
}

/// The place of a field in a state, with the types of both.
@usableFromInline
struct FieldPlace<State, Value: Sendable>: Sendable {
  @usableFromInline let path: WritableKeyPath<State, Value> & Sendable
  @usableFromInline let offset: Int?

  @inlinable
  init(_ path: WritableKeyPath<State, Value> & Sendable) {
    self.path = path
    offset = MemoryLayout<State>.offset(of: path)
  }

  @inlinable @inline(__always)
  func value(in state: ValuePlace) -> Value {
    if let offset { return (state + offset).pointer(to: Value.self).pointee }
    return state.pointer(to: State.self).pointee[keyPath: path]
  }

  /// Puts a value into a state, and returns the value that was there.
  @inlinable @inline(__always)
  func exchange(_ state: MutableValuePlace, for value: Value) -> Value {
    guard let offset else {
      let old = self.value(in: state.reading)
      state.pointer(to: State.self).pointee[keyPath: path] = value
      return old
    }
    let place = (state + offset).pointer(to: Value.self)
    let old = place.move()
    place.initialize(to: value)
    return old
  }

  /// Compares the values in two states, where they lie if they are stored there.
  @inlinable @inline(__always)
  func compare(
    _ left: ValuePlace,
    _ right: ValuePlace,
    _ areSame: (UnsafePointer<Value>, UnsafePointer<Value>) -> Bool
  ) -> Bool {
    if let offset {
      return areSame(
        (left + offset).pointer(to: Value.self),
        (right + offset).pointer(to: Value.self)
      )
    }
    return withUnsafePointer(to: value(in: left)) { left in
      withUnsafePointer(to: value(in: right)) { areSame(left, $0) }
    }
  }
}

extension FieldPlace where Value: Equatable {
  // If every value equals itself by `==`, the comparison asks the compiled `==` first: values that are not equal are not
  // encoded the same. Walking through a description takes several times as long.
  @inlinable var sameness: @Sendable (ValuePlace, ValuePlace) -> Bool {
    guard let shape = AnyValueShape.ofDescribed(Value.self) else {
      return { compare($0, $1) { $0.pointee == $1.pointee } }
    }
    if shape.isReflexive {
      return { compare($0, $1) { $0.pointee == $1.pointee && shape.isSame(ValuePlace($0), ValuePlace($1)) } }
    }
    return { compare($0, $1) { shape.isSame(ValuePlace($0), ValuePlace($1)) } }
  }
}
