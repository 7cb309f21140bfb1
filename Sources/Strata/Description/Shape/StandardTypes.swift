extension Bool: DescribedLeaf {
  /// True or false.
  public static var _shape: ValueShape<Bool> {
    ShapeTable.shape(of: Self.self) {
      PlainShape {
        .bool($0)
      } from: { plain in
        if case .bool(let value) = plain { value } else { nil }
      }
    }
  }
}

extension String: DescribedLeaf {
  /// A text.
  public static var _shape: ValueShape<String> { ShapeTable.shape(of: Self.self) { TextShape() } }
}

extension Double: DescribedLeaf {
  /// A number.
  public static var _shape: ValueShape<Double> {
    ShapeTable.shape(of: Self.self) {
      PlainShape {
        .number($0)
      } from: { plain in
        if case .number(let value) = plain { value } else { nil }
      }
    }
  }
}

extension Float: DescribedLeaf {
  /// A number.
  public static var _shape: ValueShape<Float> {
    ShapeTable.shape(of: Self.self) { PlainShape { .number(Double(keeping: $0)) } }
  }
}

extension FixedWidthInteger where Self: DescribedLeaf {
  /// A whole number.
  public static var _shape: ValueShape<Self> {
    ShapeTable.shape(of: Self.self) {
      // The integers that conform have at most 64 bits, so a plain value holds each of them.
      PlainShape {
        PlainValue($0) ?? .null
      } from: { plain in
        if case .integer(let value) = plain { Self(exactly: value) } else { nil }
      }
    }
  }
}

extension Int: DescribedLeaf {}
extension Int8: DescribedLeaf {}
extension Int16: DescribedLeaf {}
extension Int32: DescribedLeaf {}
extension Int64: DescribedLeaf {}
extension UInt: DescribedLeaf {}
extension UInt8: DescribedLeaf {}
extension UInt16: DescribedLeaf {}
extension UInt32: DescribedLeaf {}
extension UInt64: DescribedLeaf {}
extension Duration: DescribedLeaf {}
extension Timestamp: DescribedLeaf {}

extension Optional: Described where Wrapped: Described {
  /// An optional has no fields; the value inside is described by its own type.
  public static func describe<Visitor: FieldVisitor<Wrapped?>>(_ field: inout Visitor) {}

  /// A value or none.
  public static var _shape: ValueShape<Wrapped?> { ShapeTable.shape(of: Self.self) { OptionalShape() } }
}
