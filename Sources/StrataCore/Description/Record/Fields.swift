/// The fields of a record, which its description adds one by one.
///
///     static func describe(_ field: inout Fields<Todo>) {
///       field("id", \.id)
///       field("title", \.title, formerly: "name")  // older files call it "name"
///       field("priority", \.priority, missing: 3)  // in files without a priority
///       field.removed("colour")                    // in older files, and no longer in the type
///       field.derived("wordCount")                 // stored, and found again from the others
///       field.transient("isSelected")              // for as long as the app runs
///     }
///
/// The names are those in files and logs. A field may be added, removed and renamed from one version of an app to the next,
/// and files, logs and undo still work. A missing field is as in a new value, or as the description says; a missing
/// optional is none. A former name or a removed field must be described for as long as there may be a file that has it. A
/// name that a description does not have was written by a newer version of the app, and is an error: nothing is lost.
///
/// A field merges as its present description says, whatever older files call it and whether it was missing there: a
/// missing field counts as the value that it is read as. A removed field has no rule for merging.
public struct Fields<Subject: DescribedValue> {
  private(set) var fields: [RecordField] = []
  /// The names of fields that are no longer there.
  private(set) var removedNames: [String] = []
  /// The names of stored properties that follow from the fields.
  private(set) var derivedNames: [String] = []
  /// The names of stored properties that are never kept.
  private(set) var transientNames: [String] = []

  init(_ describe: (inout Fields) -> Void) { describe(&self) }

  @usableFromInline
  mutating func add<Value: DescribedValue>(
    _ name: String,
    _ path: KeyPath<Subject, Value>,
    _ shape: ValueShape<Value>,
    missing value: (() -> Value)?,
    merging merge: FieldMerge<Value>?,
    formerly names: [String]
  ) {
    let names = DescribedName(name, formerly: names)
    fields.append(RecordField(names, at: path, shape, missing: value, merging: merge))
  }
}

// A field is told in code that is compiled into the description, where the field's type is known: so the walks through its
// collections are compiled for that type, too, which makes a patch five times as fast (`StoreSpeed`, `patch`).

extension Fields where Subject: Described {
  /// Describes a field.
  ///
  /// - Parameters:
  ///   - name: The field's name in files and logs.
  ///   - path: The key path of the field.
  ///   - merge: The rule for the field where two changes of one value both change it; nil to merge the parts inside the
  ///     field.
  ///   - names: The names that older versions of the app gave the field.
  @inlinable @inline(__always)
  public mutating func callAsFunction<Value: DescribedValue>(
    _ name: String,
    _ path: WritableKeyPath<Subject, Value>,
    merging merge: FieldMerge<Value>? = nil,
    formerly names: String...
  ) {
    add(name, path, Value._shape, missing: nil, merging: merge, formerly: names)
  }

  /// Describes a field, and its value where a file has none.
  @inlinable @inline(__always)
  public mutating func callAsFunction<Value: DescribedValue>(
    _ name: String,
    _ path: WritableKeyPath<Subject, Value>,
    missing value: @autoclosure @escaping () -> Value,
    merging merge: FieldMerge<Value>? = nil,
    formerly names: String...
  ) {
    add(name, path, Value._shape, missing: value, merging: merge, formerly: names)
  }
}

extension Fields where Subject: Described {
  /// Refuses a field that cannot be written.
  @available(
    *,
    unavailable,
    message: "a described field is a var that is stored: see DescribedByInitializer for a let"
  )
  public mutating func callAsFunction<Value: DescribedValue>(
    _ name: String,
    _ path: KeyPath<Subject, Value>,
    missing value: Value? = nil,
    merging merge: FieldMerge<Value>? = nil,
    formerly names: String...
  ) {}
}

extension Fields where Subject: DescribedByInitializer {
  /// Describes a field.
  ///
  /// - Parameters:
  ///   - name: The field's name in files and logs.
  ///   - path: The key path of the field.
  ///   - merge: The rule for the field where two changes of one value both change it; nil to merge the parts inside the
  ///     field.
  ///   - names: The names that older versions of the app gave the field.
  @inlinable @inline(__always)
  public mutating func callAsFunction<Value: DescribedValue>(
    _ name: String,
    _ path: KeyPath<Subject, Value>,
    merging merge: FieldMerge<Value>? = nil,
    formerly names: String...
  ) {
    add(name, path, Value._shape, missing: nil, merging: merge, formerly: names)
  }

  /// Describes a field, and its value where a file has none; without this value, such a file is an error.
  @inlinable @inline(__always)
  public mutating func callAsFunction<Value: DescribedValue>(
    _ name: String,
    _ path: KeyPath<Subject, Value>,
    missing value: @autoclosure @escaping () -> Value,
    merging merge: FieldMerge<Value>? = nil,
    formerly names: String...
  ) {
    add(name, path, Value._shape, missing: value, merging: merge, formerly: names)
  }
}

extension Fields {
  /// Refuses a field whose type is not described.
  @available(
    *,
    unavailable,
    message:
      "not described: add @Described or : DescribedLeaf; make a class a struct; for UUID, Date: import Strata"
  )
  public mutating func callAsFunction<Value>(
    _ name: String,
    _ path: KeyPath<Subject, Value>,
    missing value: Value? = nil,
    merging merge: FieldMerge<Value>? = nil,
    formerly names: String...
  ) {}
}

extension Fields {
  /// Describes fields that the type had once: files and logs that have them are read without them.
  public mutating func removed(_ names: String...) { removedNames += names }

  /// Names stored properties that follow from the described ones, such as an index: they are in no file and no patch.
  public mutating func derived(_ names: String...) { derivedNames += names }

  /// Names stored properties that nothing is to keep, such as what is selected: they are in no file and no patch, and
  /// after opening they are as in a new value.
  ///
  /// A change of them alone is no step and no line of a log; observers hear of it. They lie outside of what undo covers.
  public mutating func transient(_ names: String...) { transientNames += names }
}
