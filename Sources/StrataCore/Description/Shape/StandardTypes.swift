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

// Each of these tells its shape itself: what an app makes described, such as an `Int128`, is not to find this one.

extension Int: DescribedValue {
  /// A whole number.
  public static var _shape: ValueShape<Int> { wholeNumber }
}

extension Int8: DescribedValue {
  /// A whole number.
  public static var _shape: ValueShape<Int8> { wholeNumber }
}

extension Int16: DescribedValue {
  /// A whole number.
  public static var _shape: ValueShape<Int16> { wholeNumber }
}

extension Int32: DescribedValue {
  /// A whole number.
  public static var _shape: ValueShape<Int32> { wholeNumber }
}

extension Int64: DescribedValue {
  /// A whole number.
  public static var _shape: ValueShape<Int64> { wholeNumber }
}

extension UInt: DescribedValue {
  /// A whole number.
  public static var _shape: ValueShape<UInt> { wholeNumber }
}

extension UInt8: DescribedValue {
  /// A whole number.
  public static var _shape: ValueShape<UInt8> { wholeNumber }
}

extension UInt16: DescribedValue {
  /// A whole number.
  public static var _shape: ValueShape<UInt16> { wholeNumber }
}

extension UInt32: DescribedValue {
  /// A whole number.
  public static var _shape: ValueShape<UInt32> { wholeNumber }
}

extension UInt64: DescribedValue {
  /// A whole number.
  public static var _shape: ValueShape<UInt64> { wholeNumber }
}

extension FixedWidthInteger where Self: DescribedValue {
  fileprivate static var wholeNumber: ValueShape<Self> {
    ShapeTable.shape(of: Self.self) {
      guard let form = ScalarForm(of: Self.self) else {
        preconditionFailure("The integers above are those of at most 64 bits, and have a form")
      }
      return ScalarShape(form) {
        PlainValue($0) ?? .null
      } from: {
        Self(exactly: $0)
      }
    }
  }
}

extension Duration: TrustedLeaf {}

/// A point in time is a text that people read.
extension Timestamp: TrustedLeaf, PlainFormatted {
  package var plainForm: PlainValue { .text(DateText(self).description) }

  package init?(plainForm: PlainValue) {
    guard case .text(let text) = plainForm, let time = DateText(text)?.timestamp else { return nil }
    self = time
  }
}

extension Optional: DescribedValue where Wrapped: DescribedValue {
  /// A value or none.
  @inlinable
  public static var _shape: ValueShape<Wrapped?> {
    ShapeTable.shape(of: Self.self) {
      OptionalShape { $0.pointer(to: Wrapped?.self).pointee == nil }
    }
  }
}
