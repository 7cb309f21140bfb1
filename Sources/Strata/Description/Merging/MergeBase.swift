/// What two changes began with, as far as their merging has to know it: where a type has fields that say how they merge.
struct MergeBase {
  /// What is at the end of a step; nil where there is nothing, and where no field in it says how it merges.
  let part: (PatchStep) throws(PatchError) -> MergeBase?
  /// How it merges, where it is a field that says so.
  var field: (merge: AnyFieldMerge, box: FieldBox)?

  init(_ part: @escaping (PatchStep) throws(PatchError) -> MergeBase?) { self.part = part }

  /// A value in a box, which is of the shape's type.
  init(_ shape: AnyValueShape, _ box: FieldBox) {
    self.init { step throws(PatchError) in
      guard shape.hasMerges else { return nil }
      return try box.withPlace { value throws(PatchError) in try shape.mergeBase(at: step, of: value) }
    }
  }

  /// A whole value; nil where no field in its type says how it merges.
  init?<Value: DescribedValue>(of value: Value) {
    guard Value._shape.hasMerges else { return nil }
    self.init(Value._shape, TypedFieldBox(value))
  }
}

extension RecordShape {
  func fieldBase(at step: PatchStep, of value: UnsafeRawPointer) -> MergeBase? {
    guard case .field(let name) = step, case .field(let index)? = known(name) else { return nil }
    let field = fields[index]
    guard field.merge != nil || field.shape.hasMerges else { return nil }
    let box = field.access.box(of: value)
    var base = MergeBase(field.shape, box)
    base.field = field.merge.map { ($0, box) }
    return base
  }
}

extension CasesShape {
  /// What a value of a case carries, behind the case's name.
  func caseBase(at step: PatchStep, of value: UnsafeRawPointer) throws(PatchError) -> MergeBase? {
    let (index, boxes) = try taken(value)
    let oneCase = cases[index]
    guard case .field(let name) = step, oneCase.names.isCalled(name) else { return nil }
    return MergeBase { step throws(PatchError) in
      guard case .field(let name) = step, let part = try oneCase.part(called: name) else { return nil }
      return MergeBase(oneCase.parts[part].shape, boxes[part])
    }
  }
}
