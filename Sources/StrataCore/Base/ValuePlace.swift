import Platform

/// The place of a value whose type the code around it does not know.
///
///     withPlace(of: todo) { place in shape.plain(place) }
///
/// Shapes, snapshots and fields handle values of types that they were not compiled for, by the address where these lie. In a
/// debug build a place remembers what was put there, and to ask it for a value of another type is an error at once; in a
/// release build it is the address alone.
@usableFromInline
package struct ValuePlace {
  @usableFromInline let address: UnsafeRawPointer
  #if DEBUG
    /// The type of the value; nil where it is not known.
    @usableFromInline let type: Any.Type?
  #endif

  /// The place of a value of an unknown type.
  @inlinable @inline(__always)
  init(untyped address: UnsafeRawPointer) {
    self.address = address
    #if DEBUG
      type = nil
    #endif
  }

  @inlinable @inline(__always)
  init<Value>(_ value: UnsafePointer<Value>) {
    address = UnsafeRawPointer(value)
    #if DEBUG
      type = Value.self
    #endif
  }

  /// The value, which has to be of the given type.
  @inlinable @inline(__always)
  func pointer<Value>(to type: Value.Type) -> UnsafePointer<Value> {
    #if DEBUG
      if let known = self.type { precondition(known == type, "Here is a \(known), and no \(type)") }
    #endif
    return address.assumingMemoryBound(to: type)
  }

  /// The bits of a plain value that may be of another type of the same bits.
  @inlinable @inline(__always)
  func load<Value: BitwiseCopyable>(as type: Value.Type) -> Value { address.load(as: type) }

  /// The place of what an optional holds, which begins where the optional does.
  @inlinable @inline(__always)
  var wrapped: ValuePlace { self + 0 }

  /// Some of the bytes there.
  func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: address + range.lowerBound, count: range.count)
  }

  /// The place `offset` bytes behind this one, whatever the type of the value there.
  @inlinable @inline(__always)
  static func + (place: ValuePlace, offset: Int) -> ValuePlace {
    ValuePlace(untyped: place.address + offset)
  }
}

/// The place of a value that is changed, of a type that the code around it does not know.
@usableFromInline
package struct MutableValuePlace {
  @usableFromInline let address: UnsafeMutableRawPointer
  #if DEBUG
    /// The type of the value; nil where it is not known.
    @usableFromInline let type: Any.Type?
  #endif

  /// The place of a value of an unknown type.
  @inlinable @inline(__always)
  init(untyped address: UnsafeMutableRawPointer) {
    self.address = address
    #if DEBUG
      type = nil
    #endif
  }

  @inlinable @inline(__always)
  init<Value>(_ value: UnsafeMutablePointer<Value>) {
    address = UnsafeMutableRawPointer(value)
    #if DEBUG
      type = Value.self
    #endif
  }

  /// The same place, for one who only reads.
  @inlinable @inline(__always)
  var reading: ValuePlace {
    #if DEBUG
      return ValuePlace(untyped: address, type)
    #else
      return ValuePlace(untyped: address)
    #endif
  }

  /// The value, which has to be of the given type.
  @inlinable @inline(__always)
  func pointer<Value>(to type: Value.Type) -> UnsafeMutablePointer<Value> {
    #if DEBUG
      if let known = self.type { precondition(known == type, "Here is a \(known), and no \(type)") }
    #endif
    return address.assumingMemoryBound(to: type)
  }

  /// Puts a value into empty memory.
  @inlinable @inline(__always)
  func initialize<Value>(to value: Value) { address.initializeMemory(as: Value.self, to: value) }

  /// Puts the bits of a plain value in the place of one that may be of another type of the same bits.
  @inlinable @inline(__always)
  func storeBytes<Value: BitwiseCopyable>(of value: Value, as type: Value.Type) {
    address.storeBytes(of: value, as: type)
  }

  /// Puts bytes into empty memory.
  func copyBytes(_ bytes: UnsafeRawBufferPointer) {
    UnsafeMutableRawBufferPointer(start: address, count: bytes.count).copyMemory(from: bytes)
  }

  /// The place `offset` bytes behind this one, whatever the type of the value there.
  @inlinable @inline(__always)
  static func + (place: MutableValuePlace, offset: Int) -> MutableValuePlace {
    MutableValuePlace(untyped: place.address + offset)
  }
}

#if DEBUG
  extension ValuePlace {
    @inlinable
    init(untyped address: UnsafeRawPointer, _ type: Any.Type?) { (self.address, self.type) = (address, type) }
  }
#endif

/// Calls a function with the place of a value.
@inlinable @inline(__always)
func withPlace<Value, Result, Failure: Error>(
  of value: Value,
  _ body: (ValuePlace) throws(Failure) -> Result
) throws(Failure) -> Result {
  try withUnsafePointer(to: value) { value throws(Failure) in try body(ValuePlace(value)) }
}

/// Calls a function with the place of a value that it may change.
@inlinable @inline(__always)
func withPlace<Value, Result, Failure: Error>(
  of value: inout Value,
  _ body: (MutableValuePlace) throws(Failure) -> Result
) throws(Failure) -> Result {
  try withUnsafeMutablePointer(to: &value) { value throws(Failure) in try body(MutableValuePlace(value)) }
}

/// Whether so many bytes are the same in two places: then the values are, which they still may be where bytes differ.
@usableFromInline
func areSameBytes(_ left: ValuePlace, _ right: ValuePlace, _ count: Int) -> Bool {
  memcmp(left.address, right.address, count) == 0
}
