/// One case of an enum: its names, and the way in and out.
struct DescribedCase<Subject> {
  let names: ToldName
  /// What it carries, in the order of its constructor.
  let parts: [AnyCasePart]
  /// The names of what it carries no longer.
  let removedParts: [String]
  /// What a value carries, one box for each part; nil for a value of another case.
  let take: (Subject) -> [FieldBox]?
  /// The value that carries this.
  let make: ([FieldBox]) -> Subject

  /// The parts' places, in the order of their names, in which they are written.
  let writtenOrder: [Int]

  init(
    names: ToldName,
    parts: [AnyCasePart],
    removedParts: [String],
    take: @escaping (Subject) -> [FieldBox]?,
    make: @escaping ([FieldBox]) -> Subject
  ) {
    (self.names, self.parts, self.removedParts) = (names, parts, removedParts)
    (self.take, self.make) = (take, make)
    writtenOrder = parts.indices.sorted { parts[$0].name.isWritten(before: parts[$1].name) }
  }

  var name: String { names.now }

  /// The place of the part that a name in a file or a patch stands for; nil for one that is gone.
  func part(called name: String) throws(PatchError) -> Int? {
    if let index = parts.firstIndex(where: { $0.names.isCalled(name) }) { return index }
    if removedParts.contains(where: { $0.isWritten(as: name) }) { return nil }
    throw PatchError(.noField(name, type: "\(Subject.self).\(self.name)"))
  }

  /// The value that carries what was found of its parts, and what is there where they are missing.
  func made(of boxes: [FieldBox?]) throws(PatchError) -> Subject {
    var whole: [FieldBox] = []
    whole.reserveCapacity(parts.count)
    for (part, box) in zip(parts, boxes) {
      guard let box = box ?? part.whereMissing() else {
        throw PatchError(.unmakeable(type: "\(Subject.self).\(name)", reason: "there is no '\(part.name)'"))
      }
      whole.append(box)
    }
    return make(whole)
  }
}

/// A value that a case carries, whatever its type.
struct AnyCasePart {
  let names: ToldName
  private let element: ElementShape
  /// What the description says that it is where a file has none.
  private let fallback: FieldBox?
  private let fallbackAgain: () -> FieldBox?
  private let none: () -> FieldBox?

  init<Value: DescribedValue>(_ part: CasePart<Value>) {
    names = part.names
    let element = ElementShape(of: Value.self)
    fallbackAgain = { part.fallback.map { TypedFieldBox($0()) } }
    (self.element, fallback) = (element, fallbackAgain())
    none = {
      let shape = element.shape(of: Value.self)
      return shape.mayBeAbsent ? (try? shape.make(from: .null)).map { TypedFieldBox($0) } : nil
    }
  }

  /// What it is where a file has none; nil where that is an error.
  func whereMissing() -> FieldBox? { none() ?? fallback }

  /// Whether the description has a value for a part that is none where it is missing.
  var tellsNoneOtherwise: Bool {
    guard shape.mayBeAbsent, let fallback else { return false }
    return !fallback.withPlace { shape.isAbsent($0) }
  }

  /// Whether it is another value each time that it is missing.
  var isRestlessWhereMissing: Bool {
    guard let fallback, let again = fallbackAgain() else { return false }
    return !shape.isSame(fallback, again)
  }

  /// An enum may carry itself, so the shape is not asked for before the enum has its own.
  var shape: AnyValueShape { element.shape }

  var name: String { names.now }

  /// Does something with the part in a box; an error says that it was there.
  func inside<Result>(
    _ box: FieldBox,
    _ body: (UnsafeMutableRawPointer) throws(PatchError) -> Result
  ) throws(PatchError) -> Result {
    do throws(PatchError) {
      return try box.withPlace(body)
    } catch {
      throw error.inside(.field(name))
    }
  }
}
