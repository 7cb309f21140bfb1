/// A value that tells its fields, once and for everything that is to know them.
///
///     struct Todo: Codable, Equatable, Described {
///       var id: Int
///       var title: String
///       var isDone = false
///
///       static func describe<Visitor: FieldVisitor<Todo>>(_ field: inout Visitor) {
///         field("id", \.id)
///         field("title", \.title)
///         field("isDone", \.isDone)
///       }
///     }
///
/// From these lines come ``Patch``es between two values, their footprint in memory by field, and fast JSON.
///
/// Describe every stored field, and under the name that `Codable` gives it: what is not described is not compared,
/// and not in a patch. `expectCompleteDescription(of:)` of StrataTesting finds what was forgotten. Described fields are
/// `var`; `private(set)` is fine where the description stands inside the type.
///
/// Texts, numbers, truth values, and optionals, lists, sets and maps of described values are described already. For
/// everything else, such as an enum with payloads, there is ``DescribedLeaf``.
public protocol Described: Codable, Sendable {
  /// Calls `field` with the name and the key path of every field.
  static func describe<Visitor: FieldVisitor<Self>>(_ field: inout Visitor)

  /// How values of this type are taken apart: made from the description, and not for anybody else to write.
  static var _shape: ValueShape<Self> { get }
}

/// Someone who is told the fields of a type: what a description calls with a name and a key path.
public protocol FieldVisitor<Subject> {
  /// The type whose fields are told.
  associatedtype Subject

  /// Takes note of a field and of how its values are taken apart.
  mutating func visit<Value: Described>(
    _ name: String,
    _ field: WritableKeyPath<Subject, Value>,
    _ shape: ValueShape<Value>
  )
}

extension FieldVisitor {
  /// Tells a field.
  ///
  /// This is compiled into the description, where the field's type is known: so the walks through its collections are
  /// compiled for that type, too, which makes a patch five times as fast (`StoreSpeed`, `patch`).
  @inlinable @inline(__always)
  public mutating func callAsFunction<Value: Described>(
    _ name: String,
    _ field: WritableKeyPath<Subject, Value>
  ) {
    visit(name, field, Value._shape)
  }
}

/// A described value without fields: it is compared, replaced and written as a whole.
///
///     enum Ending: DescribedLeaf, Equatable {
///       case done(at: Timestamp)
///       case abandoned(at: Timestamp)
///     }
///
/// Two leaves are the same when `Codable` writes the same of them.
public protocol DescribedLeaf: Described {}

extension Described {
  /// The fields of a record.
  public static var _shape: ValueShape<Self> { ShapeTable.shape(of: Self.self) { RecordShape() } }
}

extension DescribedLeaf {
  /// A leaf has no fields.
  public static func describe<Visitor: FieldVisitor<Self>>(_ field: inout Visitor) {}

  /// A value that is written by `Codable`.
  public static var _shape: ValueShape<Self> { ShapeTable.shape(of: Self.self) { LeafShape() } }
}

extension DescribedLeaf where Self: RawRepresentable, RawValue: DescribedLeaf {
  /// A value that is written as its raw value.
  public static var _shape: ValueShape<Self> { ShapeTable.shape(of: Self.self) { RawShape() } }
}
