/// A value that two changes began with, for merging fields that say how they merge; see ``FieldMerge``.
struct MergeBase {
  private let shape: AnyValueShape
  private let box: FieldBox
  /// How the value merges, where it is a field that says so.
  let field: (merge: AnyFieldMerge, box: FieldBox)?

  init(_ shape: AnyValueShape, _ box: FieldBox, _ merge: AnyFieldMerge? = nil) {
    (self.shape, self.box, field) = (shape, box, merge.map { ($0, box) })
  }

  /// A whole value; nil where nothing in its type says how it merges.
  init?<Value: DescribedValue>(of value: Value) {
    guard Value._shape.hasMerges else { return nil }
    self.init(Value._shape, TypedFieldBox(value))
  }

  /// The value at the end of a step; nil where there is nothing, and where no type in it says how it merges.
  func part(_ step: PathComponent) throws(PatchError) -> MergeBase? {
    guard shape.hasMerges else { return nil }
    return try box.withPlace { value throws(PatchError) in try shape.mergeBase(at: step, of: value.reading) }
  }
}

extension RecordShape {
  func fieldBase(at step: PathComponent, of value: ValuePlace) -> MergeBase? {
    guard case .field(let name) = step, case .field(let index)? = known(name) else { return nil }
    let field = fields[index]
    guard field.merge != nil || field.shape.hasMerges else { return nil }
    return MergeBase(field.shape, field.access.box(of: value), field.merge)
  }
}

extension CasesShape {
  /// The values that a case carries, under the case's name.
  func caseBase(at step: PathComponent, of value: ValuePlace) throws(PatchError) -> MergeBase? {
    guard case .field(let name) = step, let index = cases.firstIndex(where: { $0.names.isCalled(name) })
    else {
      return nil
    }
    let taken = try taken(value)
    return taken.index == index ? MergeBase(cases[index].record, TypedFieldBox(taken.parts)) : nil
  }
}
