/// What two changes began with, as far as their merging has to know it: where a type has fields that say how they merge, or
/// lists whose elements are known again.
struct MergeBase {
  /// What is at the end of a step; nil where there is nothing, and where no type in it says how it merges.
  let part: (PathComponent) throws(PatchError) -> MergeBase?
  /// How it merges, where it is a field that says so.
  var field: (merge: AnyFieldMerge, box: FieldBox)?

  /// How its elements are known again, where it is a list that says so.
  private(set) var things: ListedThings?

  init(_ part: @escaping (PathComponent) throws(PatchError) -> MergeBase?) { self.part = part }

  /// A value in a box, which is of the shape's type; or, without a box, any value of that type, whose fields are not asked.
  init(_ shape: AnyValueShape, _ box: FieldBox?) {
    self.init { step throws(PatchError) in
      guard shape.hasMerges else { return nil }
      guard let box else { return try shape.mergeBase(at: step, of: nil) }
      return try box.withPlace { value throws(PatchError) in try shape.mergeBase(at: step, of: value) }
    }
    things = shape.listedThings
  }

  /// A whole value; nil where nothing in its type says how it merges.
  init?<Value: DescribedValue>(of value: Value) {
    guard Value._shape.hasMerges else { return nil }
    self.init(Value._shape, TypedFieldBox(value))
  }
}

extension RecordShape {
  func fieldBase(at step: PathComponent, of value: UnsafeRawPointer?) -> MergeBase? {
    guard case .field(let name) = step, case .field(let index)? = known(name) else { return nil }
    let field = fields[index]
    guard field.merge != nil || field.shape.hasMerges else { return nil }
    guard let value else { return MergeBase(field.shape, nil) }
    let box = field.access.box(of: value)
    var base = MergeBase(field.shape, box)
    base.field = field.merge.map { ($0, box) }
    return base
  }
}

extension CasesShape {
  /// What a value of a case carries, behind the case's name.
  func caseBase(at step: PathComponent, of value: UnsafeRawPointer?) throws(PatchError) -> MergeBase? {
    guard case .field(let name) = step, let index = cases.firstIndex(where: { $0.names.isCalled(name) })
    else {
      return nil
    }
    guard let value else { return MergeBase(cases[index].record, nil) }
    let taken = try taken(value)
    return taken.index == index ? MergeBase(cases[index].record, TypedFieldBox(taken.parts)) : nil
  }
}
