/// A value that a description can hold: a record of described fields, a leaf, or a list, set, map or optional of such.
///
/// Texts, numbers and truth values are described already, and so are the collections. Records conform to ``Described``,
/// or to ``DescribedByInitializer`` where an initialiser has the last word, enums whose cases carry something to
/// ``DescribedCases``; everything else is a ``DescribedLeaf``.
public protocol DescribedValue: Codable, Sendable {
  /// How values of this type are taken apart and made: found from the description, and not for an app to write.
  static var _shape: ValueShape<Self> { get }
}

/// A record that tells its fields, once and for everything that is to know them.
///
/// ``Described(removed:)`` writes the conformance. By hand it is
///
///     struct Todo: Described, Equatable {
///       var id = 0
///       var title = ""
///       var isDone = false
///
///       static func describe(_ field: inout Fields<Todo>) {
///         field("id", \.id)
///         field("title", \.title)
///         field("isDone", \.isDone)
///       }
///     }
///
/// From these lines come ``Patch``es between two values, their footprint in memory by field, JSON, and a `Codable`
/// conformance for other encoders: what is written, what is compared and what is undone are one.
///
/// A record is made from the value that `init()` gives, its fields filled in one by one: so described fields are `var`
/// (`private(set)` is fine where the description stands inside the type), and a field that an older version of the app
/// did not write is as in a new value. Give `init()` the same value every time: no `UUID()`, no `Date()`.
///
/// Describe every stored field: what is left out is in no patch and in no file, and a store or a file that finds such a
/// type throws ``DescriptionError``. When fields change from one version of the app to the next, see ``Fields``.
public protocol Described: DescribedValue {
  /// Makes the value to begin with.
  init()

  /// Calls `field` with the name and the key path of every field.
  static func describe(_ field: inout Fields<Self>)
}

/// A record whose initialiser has the last word: one with `let` fields, or with rules that its initialiser keeps.
///
///     struct Interval: DescribedByInitializer, Equatable {
///       let start: Int
///       let end: Int
///
///       init(_ fields: FieldValues<Interval>) throws {
///         (start, end) = try (fields[\.start], fields[\.end])
///         guard start <= end else { throw NotAnInterval() }
///       }
///
///       static func describe(_ field: inout Fields<Interval>) {
///         field("start", \.start)
///         field("end", \.end)
///       }
///     }
///
/// It is made anew whenever one of its fields changes.
public protocol DescribedByInitializer: DescribedValue {
  /// Makes a value of its fields; what it throws is why they make none.
  init(_ fields: FieldValues<Self>) throws

  /// Calls `field` with the name and the key path of every field.
  static func describe(_ field: inout Fields<Self>)
}

/// A described value that has rules beyond the types of its fields.
///
///     extension Journal: Validated {
///       mutating func validate() throws {
///         for id in todos.keys where isInCategoryThatIsGone(id) { todos[id]?.category = nil }
///       }
///     }
public protocol Validated: DescribedValue {
  /// Repairs what came from elsewhere, or refuses it.
  ///
  /// It is called for every such value in a state after the whole was read, migrated, imported or merged, and before it
  /// is seen; those inside come first. What it throws is why the state is refused.
  ///
  /// No change that the app makes asks it: say there in the reducer what must not be. So a file that is as it was saved
  /// is never refused: it opens as the app had it, and the opening says what the rule has against it.
  mutating func validate() throws
}

/// A described value without fields: it is compared, replaced and written as a whole, by its own `Codable` conformance.
///
///     enum Priority: Int, DescribedLeaf {
///       case low, high
///     }
///
/// Two leaves are the same when `Codable` writes the same of them. One that does not come back as it was written is
/// refused where it is first written.
public protocol DescribedLeaf: DescribedValue {}

extension Described {
  /// The fields of a record.
  public static var _shape: ValueShape<Self> {
    ShapeTable.shape(of: Self.self) { RecordShape(Self.describe, startingWith: Self.init) }
  }

  /// Makes a value of its fields, those that are missing being as in a new one.
  public init(from decoder: any Decoder) throws {
    try self.init(plainFrom: decoder)
  }

  /// Encodes the described fields under their names.
  public func encode(to encoder: any Encoder) throws {
    try encodePlain(to: encoder)
  }
}

extension DescribedByInitializer {
  /// The fields of a record.
  public static var _shape: ValueShape<Self> {
    ShapeTable.shape(of: Self.self) { RecordShape(Self.describe, assembling: Self.init) }
  }

  /// Makes a value of its fields.
  public init(from decoder: any Decoder) throws {
    try self.init(plainFrom: decoder)
  }

  /// Encodes the described fields under their names.
  public func encode(to encoder: any Encoder) throws {
    try encodePlain(to: encoder)
  }
}

extension DescribedLeaf {
  /// A value that is written by `Codable`.
  public static var _shape: ValueShape<Self> { ShapeTable.shape(of: Self.self) { LeafShape() } }
}

extension DescribedLeaf where Self: RawRepresentable, RawValue: DescribedValue {
  /// A value that is written as its raw value.
  @inlinable
  public static var _shape: ValueShape<Self> { ShapeTable.shape(of: Self.self) { RawShape(RawWalks()) } }
}
