extension Bool: DescribedValue {
  /// True or false.
  public static var _shape: ValueShape<Bool> {
    ShapeTable.shape(of: Self.self) {
      ScalarShape(.bool) {
        .bool($0)
      } from: { plain in
        if case .bool(let value) = plain { value } else { nil }
      }
    }
  }
}

extension String: DescribedValue {
  /// A text.
  public static var _shape: ValueShape<String> { ShapeTable.shape(of: Self.self) { TextShape() } }
}

extension Double: DescribedValue {
  /// A number.
  public static var _shape: ValueShape<Double> {
    ShapeTable.shape(of: Self.self) {
      ScalarShape(.double) {
        .number($0)
      } from: {
        Double($0)
      }
    }
  }
}

extension Float: DescribedValue {
  /// A number.
  public static var _shape: ValueShape<Float> {
    ShapeTable.shape(of: Self.self) {
      ScalarShape(.float) {
        .number(Double($0))
      } from: {
        Float($0)
      }
    }
  }
}

extension FixedWidthInteger where Self: DescribedValue {
  /// A whole number.
  public static var _shape: ValueShape<Self> {
    ShapeTable.shape(of: Self.self) {
      guard let form = ScalarForm(of: Self.self) else {
        preconditionFailure("The integers that conform are those of at most 64 bits, and have a form")
      }
      return ScalarShape(form) {
        PlainValue($0) ?? .null
      } from: {
        Self(exactly: $0)
      }
    }
  }
}

extension Int: DescribedValue {}
extension Int8: DescribedValue {}
extension Int16: DescribedValue {}
extension Int32: DescribedValue {}
extension Int64: DescribedValue {}
extension UInt: DescribedValue {}
extension UInt8: DescribedValue {}
extension UInt16: DescribedValue {}
extension UInt32: DescribedValue {}
extension UInt64: DescribedValue {}
extension Duration: TrustedLeaf {}
extension Timestamp: TrustedLeaf {}

extension Optional: DescribedValue where Wrapped: DescribedValue {
  /// A value or none.
  public static var _shape: ValueShape<Wrapped?> { ShapeTable.shape(of: Self.self) { OptionalShape() } }
}
