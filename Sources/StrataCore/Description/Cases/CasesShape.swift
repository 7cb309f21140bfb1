import PersistentCollections

/// An enum: one of its cases, with what that carries.
///
/// It is written as a record with one member, the case's name, under which is the record of what it carries.
final class CasesShape<Value: DescribedCases>: ValueShape<Value>, @unchecked Sendable {
  // Unchecked as its ancestors.
  let cases: [DescribedCase<Value>]
  let removed: [(name: String, value: Value)]
  /// The cases of which a value has shown that all they carry is told.
  private let shown = Guarded<Set<Int>>([])

  init(_ describe: (inout Cases<Value>) -> Void) {
    var told = Cases<Value>()
    describe(&told)
    (cases, removed) = (told.cases, told.removed)
    super.init()
  }

  /// A case, by its place, and what a value carries.
  typealias Taken = (index: Int, boxes: [FieldBox])

  func taken(_ value: UnsafeRawPointer) throws(PatchError) -> Taken {
    let value = value.assumingMemoryBound(to: Value.self).pointee
    for (index, oneCase) in cases.enumerated() {
      if let boxes = oneCase.take(value) { return (index, boxes) }
    }
    throw PatchError(.unwritable(reason: "\(Value.self) does not describe its case \(value)"))
  }

  override func areSame(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) throws(PatchError) -> Bool {
    if areSameBytes(old, new, size) { return true }
    try Nesting.enter()
    defer { Nesting.leave() }
    return try areSame(try taken(old), old, try taken(new), new)
  }

  private func areSame(
    _ old: Taken,
    _ before: UnsafeRawPointer,
    _ new: Taken,
    _ after: UnsafeRawPointer
  ) throws(PatchError) -> Bool {
    guard old.index == new.index else { return false }
    try checkIsOneCase(old, before)
    try checkIsOneCase(new, after)
    for (part, boxes) in zip(cases[old.index].parts, zip(old.boxes, new.boxes)) {
      let areSame = try part.inside(boxes.0) { old throws(PatchError) in
        try boxes.1.withPlace { new throws(PatchError) in try part.shape.areSame(old, new) }
      }
      if !areSame { return false }
    }
    return true
  }

  override func difference(
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer,
    counting exchange: ExchangeCount?
  ) throws(PatchError) -> Patch.Node? {
    if areSameBytes(old, new, size) { return nil }
    if let exchange { addExchange(from: old, to: new, &exchange.pointee) }
    try Nesting.enter()
    defer { Nesting.leave() }
    let (before, after) = (try taken(old), try taken(new))
    guard before.index == after.index else { return .replaced(old: try plain(old), new: try plain(new)) }
    try checkIsOneCase(before, old)
    try check(after, new)
    let oneCase = cases[after.index]
    var changed: [Patch.Node.Field] = []
    for (part, boxes) in zip(oneCase.parts, zip(before.boxes, after.boxes)) {
      let node = try part.inside(boxes.0) { old throws(PatchError) in
        try boxes.1.withPlace { new throws(PatchError) in try part.shape.difference(from: old, to: new) }
      }
      if let node { changed.append(Patch.Node.Field(name: part.name, node: node)) }
    }
    changed.sort { $0.name.isWritten(before: $1.name) }
    return changed.isEmpty ? nil : .fields([Patch.Node.Field(name: oneCase.name, node: .fields(changed))])
  }

  /// Sees to it that a value can be made of what it was taken apart to: how that is done is told case by case, and a slip
  /// there would show when it is too late.
  private func check(_ taken: Taken, _ value: UnsafeRawPointer) throws(PatchError) {
    let oneCase = cases[taken.index]
    try checkTelling(of: taken.index, value)
    try checkIsOneCase(taken, value)
    if oneCase.parts.isEmpty { return }
    let isSame = try withUnsafePointer(to: oneCase.make(taken.boxes)) { again throws(PatchError) in
      try areSame(taken, value, try self.taken(again), again) && mayBeEqual(value, again)
    }
    if isSame { return }
    let reason =
      "\(Value.self) describes '\(oneCase.name)' so that another value is made than was taken apart"
    throw PatchError(.unwritable(reason: reason))
  }

  private let knownRecursion = Guarded<Bool?>(nil)

  /// Whether `==` may go deeper than a stack has room for.
  private var mayBeEndless: Bool {
    if let known = knownRecursion.withLock({ $0 }) { return known }
    let isRecursive = isRecursive
    knownRecursion.withLock { $0 = isRecursive }
    return isRecursive
  }

  /// Whether the app's own `==` has nothing against it that two values are one; what is not equal to itself, and what may
  /// be in itself, cannot be asked.
  private func mayBeEqual(_ value: UnsafeRawPointer, _ again: UnsafeRawPointer) -> Bool {
    guard !mayBeEndless, let value = value.assumingMemoryBound(to: Value.self).pointee as? any Equatable
    else { return true }
    return !value.equals(value) || value.equals(again.assumingMemoryBound(to: Value.self).pointee)
  }

  /// Sees to it that a value is of one case alone: one that carries nothing is found by the app's own `==`, which may say
  /// that another one is equal.
  private func checkIsOneCase(_ taken: Taken, _ value: UnsafeRawPointer) throws(PatchError) {
    guard cases[taken.index].parts.isEmpty else { return }
    let value = value.assumingMemoryBound(to: Value.self).pointee
    if let other = otherCase(than: taken.index, of: value) {
      throw PatchError(.unwritable(reason: confusion(taken.index, other)))
    }
  }

  private func otherCase(than index: Int, of value: Value) -> Int? {
    cases.indices.first { $0 != index && cases[$0].take(value) != nil }
  }

  private func confusion(_ index: Int, _ other: Int) -> String {
    """
    \(Value.self) has an == for which '\(cases[index].name)' is '\(cases[other].name)': let == tell them apart, or tell \
    the case by its pattern (as: … { if case … })
    """
  }

  /// Sees to it, once for each case, that all it carries is told, and that the description writes it.
  private func checkTelling(of index: Int, _ value: UnsafeRawPointer) throws(PatchError) {
    if shown.withLock({ $0.contains(index) }) { return }
    let value = value.assumingMemoryBound(to: Value.self).pointee
    if carriedCount(value) > cases[index].parts.count {
      let reason =
        "\(Value.self) does not describe all that its case '\(cases[index].name)' carries: add a part for it"
      throw PatchError(.unwritable(reason: reason))
    }
    _ = shown.withLock { $0.insert(index) }
  }

  /// How many values stand in the parentheses of a case.
  private func carriedCount(_ value: Value) -> Int {
    guard !(value is any CustomReflectable), let carried = Mirror(reflecting: value).children.first else {
      return 0
    }
    let mirror = Mirror(reflecting: carried.value)
    return mirror.displayStyle == .tuple ? mirror.children.count : 1
  }

  override func plain(_ value: UnsafeRawPointer) throws(PatchError) -> PlainValue {
    try Nesting.enter()
    defer { Nesting.leave() }
    let taken = try taken(value)
    try check(taken, value)
    let oneCase = cases[taken.index]
    var members: [PlainRecord.Member] = []
    for (part, box) in zip(oneCase.parts, taken.boxes) {
      let plain = try part.inside(box) { value throws(PatchError) in
        part.shape.isAbsent(value) ? nil : try part.shape.plain(value)
      }
      if let plain { members.append(PlainRecord.Member(part.name, plain)) }
    }
    return .record([oneCase.name: .record(PlainRecord(members: members))])
  }

  override func write(_ value: UnsafeRawPointer, to json: inout JSONWriter) throws(PatchError) {
    let taken = try taken(value)
    if json.checksLeaves { try check(taken, value) }
    let oneCase = cases[taken.index]
    try json.enter(.record)
    json.writeName(oneCase.name)
    try json.enter(.record)
    for index in oneCase.writtenOrder {
      let part = oneCase.parts[index]
      try part.inside(taken.boxes[index]) { value throws(PatchError) in
        if part.shape.isAbsent(value) { return }
        json.writeName(part.name)
        try part.shape.write(value, to: &json)
      }
    }
    json.endRecord()
    json.endRecord()
  }

  override func make(from plain: PlainValue) throws(PatchError) -> Value { try made(from: plain) }
  override func read(_ json: inout JSONReader) throws(PatchError) -> Value { try made(reading: &json) }

  override func apply(
    _ node: Patch.Node,
    to value: UnsafeMutableRawPointer,
    _ taking: PatchTaking
  ) throws(PatchError) {
    guard case .fields(let fields) = node else { return try super.apply(node, to: value, taking) }
    try change(value, by: fields, taking)
  }

  /// Changes what a value carries, and makes it anew.
  func changeParts(
    of value: UnsafeMutableRawPointer,
    _ body: (DescribedCase<Value>, [FieldBox]) throws(PatchError) -> Void
  ) throws(PatchError) {
    let taken = try taken(value)
    try body(cases[taken.index], taken.boxes)
    value.assumingMemoryBound(to: Value.self).pointee = cases[taken.index].make(taken.boxes)
  }

  override func written(inside part: WrittenPart) throws(PatchError) -> WrittenParts {
    var inside: WrittenParts = []
    for (name, part) in part.named { inside += try carried(by: name, part) }
    return inside
  }

  override func validate(_ value: UnsafeMutableRawPointer) throws(PatchError) {
    try Nesting.enter()
    defer { Nesting.leave() }
    if parts.contains(where: \.hasRules) {
      try changeParts(of: value) { oneCase, boxes throws(PatchError) in
        for (part, box) in zip(oneCase.parts, boxes) where part.shape.hasRules {
          try part.inside(box) { value throws(PatchError) in try part.shape.validate(value) }
        }
      }
    }
    try rule?.validate(value)
  }

  private let rule = Value.self as? any Validated.Type

  override var hasOwnRule: Bool { rule != nil }

  override func mergeBase(at step: PathComponent, of value: UnsafeRawPointer?) throws(PatchError)
    -> MergeBase?
  {
    try caseBase(at: step, of: value)
  }

  override var parts: [AnyValueShape] { cases.flatMap { $0.parts.map(\.shape) } }
  override var kindOfValue: String { "cases" }

  override func trait(_ number: (AnyValueShape) -> Int) -> String {
    let names = cases.map { oneCase in
      let parts = oneCase.parts.map { "\(PlainValue.text($0.name)):\(number($0.shape))" }
      return "\(PlainValue.text(oneCase.name))(\(parts.sorted().joined(separator: ",")))"
    }
    return "cases \(names.sorted().joined(separator: ","))"
  }

  override var problems: [DescriptionError.Problem] {
    let type = "\(Value.self)"
    var known: Set<PlainValue> = []
    let names = cases.flatMap(\.names.all) + removed.map(\.name)
    var repeated = names.filter { !known.insert(.text($0)).inserted }
    for oneCase in cases {
      known = []
      let names = oneCase.parts.flatMap(\.names.all) + oneCase.removedParts
      repeated += names.filter { !known.insert(.text($0)).inserted }.map { "\(oneCase.name).\($0)" }
    }
    func parts(where isOne: (AnyCasePart) -> Bool) -> [String] {
      cases.flatMap { oneCase in oneCase.parts.filter(isOne).map { "\(oneCase.name).\($0.name)" } }
    }
    let confused = cases.indices.compactMap { index -> DescriptionError.Problem? in
      guard cases[index].parts.isEmpty, let other = otherCase(than: index, of: cases[index].make([])) else {
        return nil
      }
      return .notReadable(field: cases[index].name, type: type, reason: confusion(index, other))
    }
    return repeated.map { .twice(name: $0, type: type) } + confused
      + parts { $0.tellsNoneOtherwise }.map { .missingIsNone(field: $0, type: type) }
      + parts { $0.isRestlessWhereMissing }.map { .missingNotTheSameTwice(field: $0, type: type) }
  }

  override func problems(with value: UnsafeRawPointer) -> [DescriptionError.Problem] {
    do throws(PatchError) {
      _ = try plain(value)
      return problems
    } catch {
      return problems + [.notReadable(field: "", type: "\(Value.self)", reason: "\(error)")]
    }
  }

  // MARK: Footprints

  override var isFlat: Bool { _isPOD(Value.self) }

  override func measure(_ value: UnsafeRawPointer, into meter: inout FootprintMeter) {
    guard Nesting.enterIfReadable() else { return }
    defer { Nesting.leave() }
    guard !isFlat, let taken = try? taken(value) else { return }
    for (part, box) in zip(cases[taken.index].parts, taken.boxes) where !part.shape.isFlat {
      box.withPlace { part.shape.measure($0, into: &meter) }
    }
  }
}
