/// One case of an enum: its names, and the way in and out.
struct DescribedCase<Subject> {
  let names: DescribedName
  /// Returns the values that a value of this case carries; nil for a value of another case.
  let take: (Subject) -> CaseParts?
  /// The value that carries this.
  let make: (CaseParts) -> Subject
  /// How many values the case carries.
  let partCount: Int
  private let parts: ElementShape

  /// - Parameters:
  ///   - parts: Makes the fields of what the case carries. They are asked for when they are needed first, since an enum
  ///     may carry itself.
  ///   - gone: The names of what the case carries no longer.
  init(
    names: DescribedName,
    partCount: Int,
    parts: @escaping () -> [RecordField],
    removed gone: [String],
    take: @escaping (Subject) -> CaseParts?,
    make: @escaping (CaseParts) -> Subject
  ) {
    (self.names, self.partCount, self.take, self.make) = (names, partCount, take, make)
    self.parts = ElementShape {
      RecordShape<CaseParts>(
        parts(),
        removed: gone,
        isChangedInPlace: true,
        of: "\(Subject.self)",
        caseName: names.now
      ) { fields in
        let places = fields.compactMap { ($0.access as? CaseAccess)?.index }
        // Most parts are told in the order of their names.
        if places == Array(places.indices) { return .assembling { CaseParts(boxes: $0) } }
        return .assembling { boxes in
          var inOrder = boxes
          for (place, box) in zip(places, boxes) { inOrder[place] = box }
          return CaseParts(boxes: inOrder)
        }
      }
    }
  }

  var name: String { names.now }

  /// The record of what the case carries.
  var record: AnyValueShape { parts.shape }

  /// The value that carries what is read apart.
  func made(
    _ read: (AnyValueShape) throws(PatchError) -> FieldBox
  ) throws(PatchError) -> Subject {
    make(try read(record).value(of: CaseParts.self))
  }

  /// Does something with what a value carries; an error says that it was there.
  func inside<Result>(_ body: (AnyValueShape) throws(PatchError) -> Result) throws(PatchError) -> Result {
    do throws(PatchError) {
      return try body(record)
    } catch {
      throw error.inside(.field(name))
    }
  }
}

/// The values that a case carries: a record whose fields are in boxes, in the order of the case's constructor.
struct CaseParts {
  let boxes: [FieldBox]
}

/// The way to a value that a case carries.
final class CaseAccess: FieldAccess {
  /// The place among all that the case carries.
  let index: Int

  init(_ index: Int) { self.index = index }

  override func box(of record: ValuePlace) -> FieldBox {
    record.pointer(to: CaseParts.self).pointee.boxes[index]
  }

  override func read<Result, Failure: Error>(
    _ record: ValuePlace,
    _ body: (ValuePlace) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try box(of: record).withPlace { place throws(Failure) in try body(place.reading) }
  }

  override func change<Failure: Error>(
    _ record: MutableValuePlace,
    _ body: (MutableValuePlace) throws(Failure) -> Void
  ) throws(Failure) {
    // The boxes are those of this record alone: they were made when a value was taken apart.
    try box(of: record.reading).withPlace(body)
  }
}

extension RecordField {
  /// A value that a case carries, as a field.
  convenience init<Value: DescribedValue>(_ part: CasePart<Value>, at index: Int) {
    self.init(part.names, Value._shape, at: nil, nil, CaseAccess(index), missing: part.fallback, merging: nil)
  }
}
