/// A type whose values are one word of JSON, so that a record writes them without asking anybody how.
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

  /// Writes the value of this form that lies at a place.
  @inline(__always)
  func write(_ value: UnsafeRawPointer, to json: inout JSONWriter) {
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
    case .float: json.write(Double(keeping: value.load(as: Float.self)))
    case .double: json.write(value.load(as: Double.self))
    case .text: json.write(value.assumingMemoryBound(to: String.self).pointee)
    }
  }

  /// Whether an optional of this form is none.
  @inline(__always)
  func isAbsent(_ value: UnsafeRawPointer) -> Bool {
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
    case .text: value.assumingMemoryBound(to: String?.self).pointee == nil
    }
  }
}
