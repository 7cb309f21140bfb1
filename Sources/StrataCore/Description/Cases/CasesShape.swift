import PersistentCollections

/// An enum: one of its cases, with what that carries.
///
/// It is written as a record with one member, the case's name, under which is the record of what it carries. That record
/// counts as the level of the value.
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
  typealias Taken = (index: Int, parts: CaseParts)

  func taken(_ value: ValuePlace) throws(PatchError) -> Taken {
    let value = value.pointer(to: Value.self).pointee
    for (index, oneCase) in cases.enumerated() {
      if let parts = oneCase.take(value) { return (index, parts) }
    }
    throw PatchError(.unwritable(reason: "\(Value.self) does not describe its case \(value)"))
  }

  override func areSame(_ old: ValuePlace, _ new: ValuePlace) throws(PatchError) -> Bool {
    if areSameBytes(old, new, size) { return true }
    try Nesting.enter()
    defer { Nesting.leave() }
    return try areSame(try taken(old), old, try taken(new), new)
  }

  private func areSame(
    _ old: Taken,
    _ before: ValuePlace,
    _ new: Taken,
    _ after: ValuePlace
  ) throws(PatchError) -> Bool {
    guard old.index == new.index else { return false }
    try checkIsOneCase(old, before)
    try checkIsOneCase(new, after)
    return try cases[old.index].inside { record throws(PatchError) in
      try withPlace(of: old.parts) { old throws(PatchError) in
        try withPlace(of: new.parts) { new throws(PatchError) in try record.areSame(old, new) }
      }
    }
  }

  override func difference(
    from old: ValuePlace,
    to new: ValuePlace
  ) throws(PatchError) -> Patch.Node? {
    if areSameBytes(old, new, size) { return nil }
    let (before, after) = (try taken(old), try taken(new))
    guard before.index == after.index else { return .replaced(old: try plain(old), new: try plain(new)) }
    try Nesting.enter()
    defer { Nesting.leave() }
    try checkIsOneCase(before, old)
    try check(after, new)
    let oneCase = cases[after.index]
    let node = try oneCase.inside { record throws(PatchError) in
      try withPlace(of: before.parts) { old throws(PatchError) in
        try withPlace(of: after.parts) { new throws(PatchError) in
          try record.difference(from: old, to: new)
        }
      }
    }
    return node.map { .fields([Patch.Node.Field(name: oneCase.name, node: $0)]) }
  }

  /// Sees to it that a value can be made of what it was taken apart to: how that is done is told case by case, and a slip
  /// there would show when it is too late.
  private func check(_ taken: Taken, _ value: ValuePlace) throws(PatchError) {
    let oneCase = cases[taken.index]
    try checkDescription(of: taken.index, value)
    try checkIsOneCase(taken, value)
    if oneCase.partCount == 0 { return }
    let isSame = try withPlace(of: oneCase.make(taken.parts)) { again throws(PatchError) in
      try areSame(taken, value, try self.taken(again), again) && mayBeEqual(value, again)
    }
    if isSame { return }
    let reason =
      "\(Value.self) describes '\(oneCase.name)' so that another value is made than was taken apart"
    throw PatchError(.unwritable(reason: reason))
  }

  private let knownRecursion = Found<Bool>()

  /// Whether `==` may go deeper than a stack has room for.
  private var mayBeEndless: Bool { knownRecursion.value { isRecursive } }

  /// Whether the app's own `==` has nothing against it that two values are one; what is not equal to itself, and what may
  /// be in itself, cannot be asked.
  private func mayBeEqual(_ value: ValuePlace, _ again: ValuePlace) -> Bool {
    guard !mayBeEndless, let value = value.pointer(to: Value.self).pointee as? any Equatable
    else { return true }
    return !value.equals(value) || value.equals(again.pointer(to: Value.self).pointee)
  }

  /// Sees to it that a value is of one case alone: one that carries nothing is found by the app's own `==`, which may say
  /// that another one is equal.
  private func checkIsOneCase(_ taken: Taken, _ value: ValuePlace) throws(PatchError) {
    guard cases[taken.index].partCount == 0 else { return }
    let value = value.pointer(to: Value.self).pointee
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
  private func checkDescription(of index: Int, _ value: ValuePlace) throws(PatchError) {
    if shown.withLock({ $0.contains(index) }) { return }
    let value = value.pointer(to: Value.self).pointee
    if carriedCount(value) > cases[index].partCount {
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

  override func plain(_ value: ValuePlace) throws(PatchError) -> PlainValue {
    try Nesting.enter()
    defer { Nesting.leave() }
    let taken = try taken(value)
    try check(taken, value)
    let oneCase = cases[taken.index]
    let plain = try oneCase.inside { record throws(PatchError) in
      try withPlace(of: taken.parts) { parts throws(PatchError) in try record.plain(parts) }
    }
    return .record([oneCase.name: plain])
  }

  override func write(_ value: ValuePlace, to json: inout JSONWriter) throws(PatchError) {
    let taken = try taken(value)
    if json.checksLeaves { try check(taken, value) }
    let oneCase = cases[taken.index]
    try json.enter(.record)
    json.writeName(oneCase.name)
    try oneCase.inside { record throws(PatchError) in
      try withPlace(of: taken.parts) { parts throws(PatchError) in try record.write(parts, to: &json)
      }
    }
    json.endRecord()
  }

  /// The meaning of a name in a file or a patch.
  private enum Known {
    case present(DescribedCase<Value>)
    case removed(Value)
  }

  private func known(_ name: String) throws(PatchError) -> Known {
    if let present = cases.first(where: { $0.names.isCalled(name) }) { return .present(present) }
    if let gone = removed.first(where: { $0.name.isWritten(as: name) }) { return .removed(gone.value) }
    throw PatchError(.noField(name, type: "\(Value.self)"))
  }

  private var noSingleCase: PatchError {
    PatchError(.unmakeable(type: "\(Value.self)", reason: "one name of a case is expected"))
  }

  override func make(from plain: PlainValue) throws(PatchError) -> Value {
    guard case .record(let record) = plain else {
      throw PatchError(.unmakeable(type: "\(Value.self)", reason: plain.misfitting(Value.self)))
    }
    // A member that a patch of plain values has removed is null there.
    let members = record.members.filter { $0.value != .null }
    guard let member = members.first, members.count == 1 else { throw noSingleCase }
    switch try known(member.name) {
    case .removed(let value): return value
    case .present(let oneCase):
      do throws(PatchError) {
        return try oneCase.made { record throws(PatchError) in try record.box(from: member.value) }
      } catch {
        throw error.inside(.field(member.name))
      }
    }
  }

  override func read(_ json: inout JSONReader) throws(PatchError) -> Value {
    try json.enter(.record)
    var isFirst = true
    guard try json.next(in: .record, isFirst: &isFirst) else { throw noSingleCase }
    json.skipSpace()
    let start = json.position
    let name = json.string(try json.name())
    let value: Value
    do throws(PatchError) {
      switch try known(name) {
      case .removed(let gone):
        try json.skip()
        value = gone
      case .present(let oneCase):
        value = try oneCase.made { record throws(PatchError) in try record.box(from: &json) }
      }
    } catch {
      json.note(misfit: start)
      throw error.inside(.field(name))
    }
    guard try !json.next(in: .record, isFirst: &isFirst) else {
      json.note(misfit: start)
      throw noSingleCase
    }
    return value
  }

  /// Changes what a value carries as a node says that names its case; or the plain value, where the node names two.
  override func apply(
    _ node: Patch.Node,
    to value: MutableValuePlace,
    _ taking: PatchTaking
  ) throws(PatchError) {
    guard case .fields(let fields) = node else { return try super.apply(node, to: value, taking) }
    guard fields.count == 1, case .fields = fields[0].node else {
      var plain = try plain(value.reading)
      try plain.apply(node)
      return try decode(plain, to: value, taking)
    }
    guard case .present(let oneCase) = try known(fields[0].name) else { return }
    try oneCase.inside { record throws(PatchError) in
      try changeParts(of: value) { present, parts throws(PatchError) in
        guard present.name.isWritten(as: oneCase.name) else { throw PatchError(.nothingThere) }
        try record.apply(fields[0].node, to: parts, taking)
      }
    }
  }

  /// Changes what a value carries, and makes it anew.
  private func changeParts(
    of value: MutableValuePlace,
    _ body: (DescribedCase<Value>, MutableValuePlace) throws(PatchError) -> Void
  ) throws(PatchError) {
    var (index, parts) = try taken(value.reading)
    try withPlace(of: &parts) { parts throws(PatchError) in try body(cases[index], parts) }
    value.pointer(to: Value.self).pointee = cases[index].make(parts)
  }

  override func written(inside part: WrittenPart) throws(PatchError) -> WrittenParts {
    var inside: WrittenParts = []
    for (name, part) in part.named {
      if case .present(let oneCase) = try known(name) { inside.append((part, oneCase.record)) }
    }
    return inside
  }

  override func validate(_ value: MutableValuePlace) throws(PatchError) {
    if parts.contains(where: \.hasRules) {
      try Nesting.enter()
      defer { Nesting.leave() }
      try changeParts(of: value) { oneCase, parts throws(PatchError) in try oneCase.record.validate(parts) }
    }
    try super.validate(value)
  }

  override func part(at step: PathComponent) -> AnyValueShape? {
    guard case .field(let name) = step else { return nil }
    return cases.first { $0.names.isCalled(name) }?.record
  }

  override func mergeBase(at step: PathComponent, of value: ValuePlace) throws(PatchError) -> MergeBase? {
    try caseBase(at: step, of: value)
  }

  override var parts: [AnyValueShape] { cases.map(\.record) }
  override var kindOfValue: String { "cases" }

  override func trait(_ number: (AnyValueShape) -> Int) -> String {
    let names = cases.map { "\(PlainValue.text($0.name)):\(number($0.record))" }
    return "cases \(names.sorted().joined(separator: ","))"
  }

  override var problems: [DescriptionError.Problem] {
    let type = "\(Value.self)"
    var known: Set<PlainValue> = []
    let names = cases.flatMap(\.names.all) + removed.map(\.name)
    let repeated = names.filter { !known.insert(.text($0)).inserted }
    let confused = cases.indices.compactMap { index -> DescriptionError.Problem? in
      guard cases[index].partCount == 0,
        let other = otherCase(than: index, of: cases[index].make(CaseParts(boxes: [])))
      else { return nil }
      return .notReadable(field: cases[index].name, type: type, reason: confusion(index, other))
    }
    return repeated.map { .twice(name: $0, type: type) } + confused
  }

  // MARK: Footprints

  override var isFlat: Bool { _isPOD(Value.self) }

  override func measure(_ value: ValuePlace, into meter: inout FootprintMeter) {
    guard !isFlat, let taken = try? taken(value), Nesting.enterIfReadable() else { return }
    defer { Nesting.leave() }
    withPlace(of: taken.parts) { cases[taken.index].record.measure($0, into: &meter) }
  }
}
