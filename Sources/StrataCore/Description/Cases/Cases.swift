/// The cases of an enum, which its description adds one by one.
///
///     static func describe(_ oneOf: inout Cases<Ending>) {
///       oneOf("open", .open, formerly: "pending")                // older files call it "pending"
///       oneOf("done", "at", CasePart("by", missing: ""), as: Ending.done, removed: "place") {
///         if case .done(let at, let author) = $0 { (at, author) } else { nil }
///       }
///       oneOf.removed("abandoned", as: .open)                    // in older files, and no longer in the type
///     }
///
/// The names are those in files and logs. Cases, and the values that they carry, may be added, removed and renamed from one
/// version of an app to the next. A name that a description does not have was written by a newer version of the app, and is
/// an error: nothing is lost. A value whose case is not described is refused when it is first written.
public struct Cases<Subject: DescribedCases> {
  private(set) var cases: [DescribedCase<Subject>] = []
  /// The values that are read for the names of cases that are no longer there.
  private(set) var removed: [(name: String, value: Subject)] = []

  init() {}

  /// Describes a case, and the values that it carries.
  ///
  /// - Parameters:
  ///   - name: The case's name in files and logs.
  ///   - parts: The names of the values that it carries, in order. `Codable` calls values without a label `_0`, `_1` and so
  ///     on.
  ///   - make: Makes the case; its constructor, mostly.
  ///   - formerNames: The names that older versions of the app gave the case.
  ///   - gone: The names of values that it carried in older files, and carries no longer.
  ///   - take: Returns the values that the case carries; nil for every other case.
  public mutating func callAsFunction<each Part: DescribedValue>(
    _ name: String,
    _ parts: repeat CasePart<each Part>,
    as make: @escaping (repeat each Part) -> Subject,
    formerly formerNames: String...,
    removed gone: String...,
    take: @escaping (Subject) -> (repeat each Part)?
  ) {
    var names: [DescribedName] = []
    repeat names.append((each parts).names)
    let oneCase = DescribedCase(
      names: DescribedName(name, formerly: formerNames),
      partCount: names.count,
      parts: {
        var fields: [RecordField] = []
        repeat fields.append(RecordField(each parts, at: fields.count))
        return fields
      },
      removed: gone,
      take: { value in
        guard let taken = take(value) else { return nil }
        var boxes: [FieldBox] = []
        repeat boxes.append(TypedFieldBox(each taken))
        return CaseParts(boxes: boxes)
      },
      make: { parts in
        var boxes = parts.boxes.makeIterator()
        func next<Value>(_ type: Value.Type) -> Value {
          // There is one for each part, in their order.
          guard let box = boxes.next() else { preconditionFailure("Every part has a box") }
          return box.value(of: Value.self)
        }
        return make(repeat next((each Part).self))
      }
    )
    cases.append(oneCase)
  }

  /// Describes a case that is gone: files and logs that have it are read as if they had another value.
  public mutating func removed(_ name: String, as value: Subject) { removed.append((name, value)) }
}

extension Cases where Subject: Equatable {
  /// Describes a case that carries nothing.
  ///
  /// - Parameters:
  ///   - name: The case's name in files and logs.
  ///   - value: The case.
  ///   - names: The names that older versions of the app gave the case.
  ///   - gone: The names of values that it carried in older files, and carries no longer.
  public mutating func callAsFunction(
    _ name: String,
    _ value: Subject,
    formerly names: String...,
    removed gone: String...
  ) {
    let oneCase = DescribedCase(
      names: DescribedName(name, formerly: names),
      partCount: 0,
      parts: { [] },
      removed: gone,
      take: { (other: Subject) in other == value ? CaseParts(boxes: []) : nil },
      make: { _ in value }
    )
    cases.append(oneCase)
  }
}

/// The name of a value that a case carries.
///
/// A literal is one; the initialisers say more.
public struct CasePart<Value: DescribedValue>: ExpressibleByStringLiteral {
  let names: DescribedName
  let fallback: (() -> Value)?

  /// Makes a name.
  public init(stringLiteral name: String) { (names, fallback) = (DescribedName(name), nil) }

  /// Makes a name, and says what older versions of the app called it.
  public init(_ name: String, formerly names: String...) {
    (self.names, fallback) = (DescribedName(name, formerly: names), nil)
  }

  /// Makes a name, and says what the value is where a file has none, and what older versions of the app called it.
  public init(_ name: String, missing value: @autoclosure @escaping () -> Value, formerly names: String...) {
    (self.names, fallback) = (DescribedName(name, formerly: names), value)
  }
}
