import Strata
import Workspace

extension Answer {
  /// The answer for another program: a record with one member, whose name says what kind of answer it is; nil for none.
  ///
  /// - Throws: `PatchError` when something cannot be written.
  func plain() throws(PatchError) -> PlainValue? {
    switch self {
    case .nothing: nil
    case .page(let page): .record(["page": try page?.plain() ?? .null])
    case .note(let note): .record(["note": try PlainValue(of: note)])
    case .found(let result):
      .record([
        "search": .record(["count": PlainValue(count: result.count), "things": try list(result.things)])
      ])
    case .things(let name, let things): .record(PlainRecord(name, try list(things)))
    case .changed(let change): .record(["changed": try change.plain()])
    case .history(let view): .record(["history": .list(PlainList(view.plainMoments()))])
    case .review(let review): .record(["review": .list(review.plain)])
    case .branches(let branches): .record(["branches": .list(branches.map(\.plain))])
    case .differences(let differences): .record(["diff": try differences.plain()])
    case .memory(let report): .record(["memory": report.plain])
    case .text(let text): .record(["text": .text(text)])
    case .document(let json): .record(["document": try PlainValue(document: json)])
    case .done(let sentence): .record(["done": .text(sentence)])
    case .help(let groups): .record(["help": .list(groups.flatMap(\.verbs).map(\.plain))])
    }
  }
}

extension PlainRecord {
  /// A record with one member.
  fileprivate init(_ name: String, _ value: PlainValue) {
    self = [:]
    self[name] = value
  }
}

extension PlainValue {
  fileprivate init(count: Int) { self = .integer(Int64(count)) }

  fileprivate init(document json: [UInt8]) throws(PatchError) {
    do throws(JSONError) {
      self = try PlainValue(json: json)
    } catch {
      throw PatchError(.notJSON(error))
    }
  }
}

private func list(_ things: [Thing]) throws(PatchError) -> PlainValue {
  var values: [PlainValue] = []
  for thing in things { values.append(try thing.plain()) }
  return .list(values)
}

private func list(_ found: FoundThings) throws(PatchError) -> PlainValue {
  var values: [PlainValue] = []
  for found in found {
    values.append(
      .record([
        "day": .text("\(found.day)"), "kind": .text(found.thing.kind), "value": try found.thing.plain(),
      ])
    )
  }
  return .list(values)
}

extension JournalPage {
  fileprivate func plain() throws(PatchError) -> PlainValue {
    var plainGroups: [PlainValue] = []
    for group in groups {
      let todos = try list(group.todos.map(Thing.todo))
      plainGroups.append(
        .record(["category": group.category.map { .text($0.name) } ?? .null, "todos": todos])
      )
    }
    return .record([
      "day": .text("\(day)"), "groups": .list(plainGroups), "notes": try list(notes.map(Thing.note)),
    ])
  }
}

extension WorkspaceChange {
  fileprivate func plain() throws(PatchError) -> PlainValue {
    var plainRows: [PlainValue] = []
    for row in rows().first {
      plainRows.append(
        .record([
          "kind": .text(row.thing.kind), "isThere": .bool(row.isThere), "value": try row.thing.plain(),
        ])
      )
    }
    let pages = pages.map { PlainValue.record(["day": .text("\($0.day)"), "isThere": .bool($0.isThere)]) }
    return .record([
      "moment": moment.plain, "pages": .list(pages), "rows": .list(plainRows),
      "title": title.map { .text($0) } ?? .null,
    ])
  }
}

extension Moment {
  fileprivate var plain: PlainValue { .record(plainRecord) }

  fileprivate var plainRecord: PlainRecord {
    var record: PlainRecord = [
      "id": PlainValue(count: id.number), "label": .text(label),
      "parent": parent.map { PlainValue(count: $0.number) } ?? .null,
      "secondsSince1970": .number(Double(time.nanosecondsSince1970) / 1e9),
    ]
    if author != .user { record["author"] = .text(author.rawValue) }
    if let note { record["note"] = note }
    if origin == .outside { record["isOutside"] = .bool(true) }
    record["takesAgain"] = takesAgain.map { PlainValue(count: $0.number) }
    record["takesBack"] = takesBack.map { PlainValue(count: $0.number) }
    if !rejects.isEmpty { record["rejects"] = .list(PlainList(rejects.map { PlainValue(count: $0.number) })) }
    record["merges"] = merges.map { PlainValue(count: $0.number) }
    record["checkpoint"] = checkpoint.map { .text($0) }
    return record
  }
}

extension HistoryView {
  /// The moments that are shown, in the order of their making.
  fileprivate func plainMoments() -> [PlainValue] {
    let shown = rows.sorted { $0.id < $1.id }.suffix(last ?? .max).map(moment)
    let changes = changes(shown)
    return shown.map { moment in
      var record = moment.plainRecord
      record["isPresent"] = .bool(moment.id == presentID)
      record["isSaved"] = .bool(moment.id == savedID)
      record["change"] = changes[moment.id].map { .text($0) }
      return .record(record)
    }
  }
}

extension Branch {
  fileprivate var plain: PlainValue {
    .record([
      "tip": tip.plain, "origin": PlainValue(count: origin.id.number), "steps": PlainValue(count: steps),
      "isPresent": .bool(isPresent),
    ])
  }
}

extension Differences {
  fileprivate func plain() throws(PatchError) -> PlainValue {
    .record(["from": from.plain, "to": to.plain, "changes": .list(PlainList(try changes().map(\.plain)))])
  }
}

extension ReviewView {
  /// Every change, with the number by which it is rejected.
  fileprivate var plain: PlainList {
    PlainList(zip(1..., items).flatMap { number, item in item.changes.map { $0.plain(number) } })
  }
}

extension Review.Change {
  fileprivate func plain(_ number: Int) -> PlainValue {
    var record = change.plainRecord
    (record["id"], record["moment"]) = (PlainValue(count: number), PlainValue(count: moment.id.number))
    record["label"] = .text(moment.label)
    record["author"] = .text(moment.author.rawValue)
    return .record(record)
  }
}

extension PatchChange {
  fileprivate var plain: PlainValue { .record(plainRecord) }

  fileprivate var plainRecord: PlainRecord {
    var record: PlainRecord = ["path": .list(path.map { .text("\($0)") })]
    switch kind {
    case .updated(let old, let new): (record["old"], record["new"]) = (old, new)
    case .spliced(let offset, let old, let new):
      (record["at"], record["old"], record["new"]) = (PlainValue(count: offset), old, new)
    case .inserted(let value): record["new"] = value
    case .removed(let value): record["old"] = value
    }
    return record
  }
}

extension MemoryReport {
  fileprivate var plain: PlainValue {
    .record([
      "state": state.plain, "steps": PlainValue(count: steps),
      "historyBytes": historyBytes.map { PlainValue(count: $0) } ?? .null,
      "shared": shared.map { .number($0) } ?? .null, "bytesOfCopies": PlainValue(count: bytesOfCopies),
      "newest": .list(
        newest.map { .record(["moment": $0.moment.plain, "made": PlainValue(count: $0.bytesAdded)]) }
      ),
    ])
  }
}

extension FieldFootprint {
  fileprivate var plain: PlainValue {
    .record([
      "name": .text(name), "nodes": PlainValue(count: total.nodes), "bytes": PlainValue(count: total.bytes),
      "fields": .list(fields.map(\.plain)),
    ])
  }
}

extension Verb {
  fileprivate var plain: PlainValue {
    .record([
      "name": .text(name), "usage": .text(usage), "summary": .text(summary),
      "examples": .list(examples.map { .text($0) }),
    ])
  }
}
