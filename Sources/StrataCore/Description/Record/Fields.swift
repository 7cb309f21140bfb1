/// What a record's description tells its fields to.
///
///     static func describe(_ field: inout Fields<Todo>) {
///       field("id", \.id)
///       field("title", \.title, formerly: "name")  // what older files call "name"
///       field("priority", \.priority, missing: 3)  // for those that have none
///       field.removed("colour")                    // in older files, and no longer in the type
///       field.derived("wordCount")                 // stored, and found again from the others
///       field.transient("isSelected")              // for as long as the app runs
///     }
///
/// The names are those in files and logs. A field may come, go and change its name from one version of an app to the
/// next, and files, logs and undo go on: what is missing is as in a new value, or as the description says, and an optional is
/// none; what is called otherwise or is gone has to be told as long as there may be a file that has it. A name that a
/// description does not tell was written by a newer version of the app, and is an error: nothing is lost.
///
/// How a field merges is asked of the field as it is called and typed today, whatever older files call it and whether it was
/// missing there: what is missing counts as what it is read as. What was removed merges by nothing.
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
    let names = ToldName(name, formerly: names)
    fields.append(RecordField(names, at: path, shape, missing: value, merging: merge))
  }
}

// A field is told in code that is compiled into the description, where the field's type is known: so the walks through its
// collections are compiled for that type, too, which makes a patch five times as fast (`StoreSpeed`, `patch`).

extension Fields where Subject: Described {
  /// Tells a field.
  ///
  /// - Parameters:
  ///   - name: The field's name in files and logs.
  ///   - path: Where it is.
  ///   - merge: What it is to become where two changes of one value both change it; nil to merge what is inside.
  ///   - names: What older versions of the app called it.
  @inlinable @inline(__always)
  public mutating func callAsFunction<Value: DescribedValue>(
    _ name: String,
    _ path: WritableKeyPath<Subject, Value>,
    merging merge: FieldMerge<Value>? = nil,
    formerly names: String...
  ) {
    add(name, path, Value._shape, missing: nil, merging: merge, formerly: names)
  }

  /// Tells a field, and what it is where a file has none.
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
  /// Tells a field.
  ///
  /// - Parameters:
  ///   - name: The field's name in files and logs.
  ///   - path: Where it is.
  ///   - merge: What it is to become where two changes of one value both change it; nil to merge what is inside.
  ///   - names: What older versions of the app called it.
  @inlinable @inline(__always)
  public mutating func callAsFunction<Value: DescribedValue>(
    _ name: String,
    _ path: KeyPath<Subject, Value>,
    merging merge: FieldMerge<Value>? = nil,
    formerly names: String...
  ) {
    add(name, path, Value._shape, missing: nil, merging: merge, formerly: names)
  }

  /// Tells a field, and what it is where a file has none; without this, such a file is an error.
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
      "the field's type is not described: write @Described before it, or DescribedLeaf where it is Codable as a whole"
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
  /// Tells fields that the type had once: files and logs that have them are read without them.
  public mutating func removed(_ names: String...) { removedNames += names }

  /// Tells stored properties that follow from the described ones, such as an index: they are in no file and no patch.
  public mutating func derived(_ names: String...) { derivedNames += names }

  /// Tells stored properties that nothing is to keep, such as what is selected: they are in no file and no patch, and after opening
  /// they are as in a new value.
  ///
  /// A change of them alone is no step and no line of a log; observers hear of it. They lie outside of what undo covers.
  public mutating func transient(_ names: String...) { transientNames += names }
}
