extension CasesShape {
  /// What a name in a file or a patch stands for.
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

  // MARK: From a plain value

  func made(from plain: PlainValue) throws(PatchError) -> Value {
    guard case .record(let record) = plain else {
      throw PatchError(.unmakeable(type: "\(Value.self)", reason: plain.misfitting(Value.self)))
    }
    // What a patch of plain values has taken away is null there.
    let members = record.members.filter { $0.value != .null }
    guard let member = members.first, members.count == 1 else { throw noSingleCase }
    switch try known(member.name) {
    case .removed(let value): return value
    case .present(let oneCase):
      do throws(PatchError) {
        return try made(oneCase, from: member.value)
      } catch {
        throw error.inside(.field(member.name))
      }
    }
  }

  private func made(_ oneCase: DescribedCase<Value>, from plain: PlainValue) throws(PatchError) -> Value {
    guard case .record(let record) = plain else {
      throw PatchError(.unmakeable(type: "\(Value.self)", reason: plain.misfitting(Value.self)))
    }
    var boxes = [FieldBox?](repeating: nil, count: oneCase.parts.count)
    for member in record.members {
      do throws(PatchError) {
        guard let index = try oneCase.part(called: member.name) else { continue }
        guard boxes[index] == nil else { throw PatchError(.alreadyThere) }
        boxes[index] = try oneCase.parts[index].shape.box(from: member.value)
      } catch {
        throw error.inside(.field(member.name))
      }
    }
    return try oneCase.made(of: boxes)
  }

  // MARK: From JSON

  func made(reading json: inout JSONReader) throws(PatchError) -> Value {
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
      case .present(let oneCase): value = try read(oneCase, &json)
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

  private func read(_ oneCase: DescribedCase<Value>, _ json: inout JSONReader) throws(PatchError) -> Value {
    try json.enter(.record)
    var boxes = [FieldBox?](repeating: nil, count: oneCase.parts.count)
    var isFirst = true
    while try json.next(in: .record, isFirst: &isFirst) {
      json.skipSpace()
      let start = json.position
      let name = json.string(try json.name())
      do throws(PatchError) {
        guard let index = try oneCase.part(called: name) else {
          try json.skip()
          continue
        }
        if boxes[index] != nil { throw json.error(.duplicate(name: name), at: start) }
        boxes[index] = try oneCase.parts[index].shape.box(from: &json)
      } catch {
        json.note(misfit: start)
        throw error.inside(.field(name))
      }
    }
    return try oneCase.made(of: boxes)
  }

  // MARK: From a patch

  /// Changes what the value carries as a node says that names its case, or the plain value where it names two.
  func change(
    _ value: UnsafeMutableRawPointer,
    by fields: [Patch.Node.Field],
    _ taking: PatchTaking
  ) throws(PatchError) {
    if fields.count == 1, case .fields(let changes) = fields[0].node {
      switch try known(fields[0].name) {
      case .removed: return
      case .present(let oneCase): return try apply(changes, of: oneCase, to: value, taking)
      }
    }
    var plain = try plain(value)
    try plain.apply(.fields(fields))
    try decode(plain, to: value, taking)
  }

  private func apply(
    _ changes: [Patch.Node.Field],
    of oneCase: DescribedCase<Value>,
    to value: UnsafeMutableRawPointer,
    _ taking: PatchTaking
  ) throws(PatchError) {
    try changeParts(of: value) { present, boxes throws(PatchError) in
      do throws(PatchError) {
        guard present.name.isWritten(as: oneCase.name) else { throw PatchError(.nothingThere) }
        for change in changes {
          guard let index = try present.part(called: change.name) else { continue }
          let told = present.parts[index]
          try told.inside(boxes[index]) { part throws(PatchError) in
            try told.shape.apply(change.node, toPart: part, taking) { () throws(PatchError) in
              try told.whereMissing()?.withPlace { value throws(PatchError) in try told.shape.plain(value) }
            }
          }
        }
      } catch {
        throw error.inside(.field(oneCase.name))
      }
    }
  }

  /// What a case of a name carries in a written value or change of it.
  func carried(
    by name: String,
    _ part: WrittenPart
  ) throws(PatchError) -> WrittenParts {
    guard case .present(let oneCase) = try known(name) else { return [] }
    let found =
      if case .change(.replaced(let old, let new)) = part {
        WrittenPart.value(old).named + WrittenPart.value(new).named
      } else {
        part.named
      }
    var inside: WrittenParts = []
    for (name, part) in found {
      if let index = try oneCase.part(called: name) { inside.append((part, oneCase.parts[index].shape)) }
    }
    return inside
  }
}
