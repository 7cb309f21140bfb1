/// Describes a struct by its stored properties, or an enum by its cases.
///
///     @Described struct Note: Identifiable, Equatable {
///       var id = 0
///       @Field(formerly: "text") var body = ""
///       @Field(missing: 3) var priority = 0
///       @Derived var wordCount = 0
///       @Transient var isSelected = false
///     }
///
///     @Described enum Price: Equatable { case free; case cents(Int) }
///
/// It writes what could be written by hand: a conformance to ``Described`` where all properties are variables with a value to
/// begin with; to ``DescribedByInitializer``, with the initialiser, where one is a constant, is observed or has no such
/// value; to ``DescribedCases`` for an enum, and to ``DescribedLeaf`` for one of raw values. Computed and static
/// properties are left out.
///
/// - Parameter removed: Names of fields that older files have and the type has no longer.
@attached(
  extension,
  conformances: Described,
  DescribedByInitializer,
  DescribedCases,
  DescribedLeaf,
  names: named(describe),
  named(init(_:))
)
public macro Described(removed: String...) = #externalMacro(module: "StrataMacros", type: "DescribedMacro")

/// Says more of a property or a case of a type with ``Described(removed:)``.
///
/// - Parameters:
///   - name: The name in files and logs, where that is another one.
///   - missing: The value where a file has none.
///   - merging: The value where two changes of one value both changed it.
///   - formerly: The names in older files.
@attached(peer)
public macro Field(
  _ name: String? = nil,
  missing: Any? = nil,
  merging: FieldRule? = nil,
  formerly: String...
) = #externalMacro(module: "StrataMacros", type: "FieldMacro")

/// Says that a stored property follows from the others, such as an index: it is in no file and in no patch.
@attached(peer)
public macro Derived() = #externalMacro(module: "StrataMacros", type: "FieldMacro")

/// Says that nothing keeps a stored property, such as what is selected: see ``Fields/transient(_:)``.
@attached(peer)
public macro Transient() = #externalMacro(module: "StrataMacros", type: "FieldMacro")

/// The rules of ``FieldMerge``, for ``Field(_:missing:merging:formerly:)``.
public enum FieldRule {
  case greatest
  case least
  case union
}
