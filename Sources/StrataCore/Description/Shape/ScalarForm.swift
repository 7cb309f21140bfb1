/// A type whose values are one word of JSON and keep nothing on the heap but a text: a record reads and writes its fields
/// of these types without asking their shapes.
enum ScalarForm: Sendable {
  case bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float, double, text

  /// The form of a type that is one, or nil.
  init?(of type: Any.Type) {
    switch type {
    case is Bool.Type: self = .bool
    case is Int8.Type: self = .int8
    case is Int16.Type: self = .int16
    case is Int32.Type: self = .int32
    case is Int64.Type: self = .int64
    // Watches have words of 32 bits.
    case is Int.Type: self = Self.word(Int.bitWidth, ifLong: .int64, else: .int32)
    case is UInt8.Type: self = .uint8
    case is UInt16.Type: self = .uint16
    case is UInt32.Type: self = .uint32
    case is UInt64.Type: self = .uint64
    case is UInt.Type: self = Self.word(UInt.bitWidth, ifLong: .uint64, else: .uint32)
    case is Float.Type: self = .float
    case is Double.Type: self = .double
    case is String.Type: self = .text
    default: return nil
    }
  }

  private static func word(_ width: Int, ifLong long: ScalarForm, else short: ScalarForm) -> ScalarForm {
    width == 64 ? long : short
  }

  /// Whether map keys of this form stand as names in a record: texts and `Int`.
  var isName: Bool {
    switch self {
    case .text, .int64: true
    default: false
    }
  }
}

extension ScalarForm {
  /// Writes the value of this form that lies at a place.
  @inline(__always)
  func write(_ value: ValuePlace, to json: inout JSONWriter) {
    switch self {
    case .bool: json.write(value.load(as: Bool.self))
    case .int8: json.write(Int64(value.load(as: Int8.self)))
    case .int16: json.write(Int64(value.load(as: Int16.self)))
    case .int32: json.write(Int64(value.load(as: Int32.self)))
    case .int64: json.write(value.load(as: Int64.self))
    case .uint8: json.write(Int64(value.load(as: UInt8.self)))
    case .uint16: json.write(Int64(value.load(as: UInt16.self)))
    case .uint32: json.write(Int64(value.load(as: UInt32.self)))
    case .uint64: json.write(value.load(as: UInt64.self))
    case .float: json.write(Double(value.load(as: Float.self)))
    case .double: json.write(value.load(as: Double.self))
    case .text: json.write(value.pointer(to: String.self).pointee)
    }
  }

  /// Reads a value of this form, and puts it in the place of the one that lies there.
  @inline(__always)
  func read(_ json: inout JSONReader, to value: MutableValuePlace) throws(PatchError) {
    switch self {
    case .bool: value.storeBytes(of: try json.bool(), as: Bool.self)
    case .int8: value.storeBytes(of: try json.integer(Int8.self), as: Int8.self)
    case .int16: value.storeBytes(of: try json.integer(Int16.self), as: Int16.self)
    case .int32: value.storeBytes(of: try json.integer(Int32.self), as: Int32.self)
    case .int64: value.storeBytes(of: try json.integer(Int64.self), as: Int64.self)
    case .uint8: value.storeBytes(of: try json.integer(UInt8.self), as: UInt8.self)
    case .uint16: value.storeBytes(of: try json.integer(UInt16.self), as: UInt16.self)
    case .uint32: value.storeBytes(of: try json.integer(UInt32.self), as: UInt32.self)
    case .uint64: value.storeBytes(of: try json.integer(UInt64.self), as: UInt64.self)
    case .float: value.storeBytes(of: try json.float(), as: Float.self)
    case .double: value.storeBytes(of: try json.double(), as: Double.self)
    case .text: value.pointer(to: String.self).pointee = try json.string()
    }
  }

  /// Whether two values of this form are written the same, whose bytes are not.
  func areSame(_ left: ValuePlace, _ right: ValuePlace) -> Bool {
    switch self {
    case .float: left.load(as: Float.self).isNaN && right.load(as: Float.self).isNaN
    case .double: left.load(as: Double.self).isNaN && right.load(as: Double.self).isNaN
    case .text:
      left.pointer(to: String.self).pointee.isWritten(
        as: right.pointer(to: String.self).pointee
      )
    default: false
    }
  }

  /// Whether an optional of this form is none.
  @inline(__always)
  func isAbsent(_ value: ValuePlace) -> Bool {
    switch self {
    case .bool: value.load(as: Bool?.self) == nil
    case .int8: value.load(as: Int8?.self) == nil
    case .int16: value.load(as: Int16?.self) == nil
    case .int32: value.load(as: Int32?.self) == nil
    case .int64: value.load(as: Int64?.self) == nil
    case .uint8: value.load(as: UInt8?.self) == nil
    case .uint16: value.load(as: UInt16?.self) == nil
    case .uint32: value.load(as: UInt32?.self) == nil
    case .uint64: value.load(as: UInt64?.self) == nil
    case .float: value.load(as: Float?.self) == nil
    case .double: value.load(as: Double?.self) == nil
    case .text: value.pointer(to: String?.self).pointee == nil
    }
  }

  /// Reads a value of this form or none, and puts it in the place of the optional that lies there.
  @inline(__always)
  func readOptional(_ json: inout JSONReader, to value: MutableValuePlace) throws(PatchError) {
    let isNull = try json.skipNull()
    switch self {
    case .bool: value.storeBytes(of: isNull ? nil : try json.bool(), as: Bool?.self)
    case .int8: value.storeBytes(of: isNull ? nil : try json.integer(Int8.self), as: Int8?.self)
    case .int16: value.storeBytes(of: isNull ? nil : try json.integer(Int16.self), as: Int16?.self)
    case .int32: value.storeBytes(of: isNull ? nil : try json.integer(Int32.self), as: Int32?.self)
    case .int64: value.storeBytes(of: isNull ? nil : try json.integer(Int64.self), as: Int64?.self)
    case .uint8: value.storeBytes(of: isNull ? nil : try json.integer(UInt8.self), as: UInt8?.self)
    case .uint16: value.storeBytes(of: isNull ? nil : try json.integer(UInt16.self), as: UInt16?.self)
    case .uint32: value.storeBytes(of: isNull ? nil : try json.integer(UInt32.self), as: UInt32?.self)
    case .uint64: value.storeBytes(of: isNull ? nil : try json.integer(UInt64.self), as: UInt64?.self)
    case .float: value.storeBytes(of: isNull ? nil : try json.float(), as: Float?.self)
    case .double: value.storeBytes(of: isNull ? nil : try json.double(), as: Double?.self)
    case .text: value.pointer(to: String?.self).pointee = isNull ? nil : try json.string()
    }
  }
}
