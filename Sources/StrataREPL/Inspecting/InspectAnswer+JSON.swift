import Strata
import StrataInspection

extension InspectAnswer {
  /// The answer as one value; nil where there is nothing to say.
  var plain: PlainValue? {
    switch self {
    case .timeline(let inspection, let last):
      return [
        "moments": .list(
          inspection.moments.suffix(last ?? inspection.moments.count).map {
            $0.plain(bytes: inspection.bytes(of: $0.id))
          }
        ),
        "present": inspection.present.plain,
        "remarks": .list(inspection.remarks.map { .text($0) }),
        "saved": inspection.saved?.plain ?? .null,
      ]
    case .value(let path, let value): return ["path": .text("\(path)"), "value": value]
    case .differences(let start, let end, let differences):
      return ["changes": .list(differences.map(\.plain)), "from": start.id.plain, "to": end.id.plain]
    case .blame(let path, let blames):
      return [
        "path": .text("\(path)"),
        "steps": .list(
          blames.map {
            ["moment": $0.moment.plain(), "path": .text("\($0.path)"), "value": $0.value ?? .null]
          }
        ),
      ]
    case .found(let text, let moments):
      return [
        "found": .list(
          moments.map {
            [
              "inWords": .bool($0.isInWords), "moment": $0.moment.plain(),
              "paths": .list($0.paths.map { .text("\($0)") }),
            ]
          }
        ),
        "text": .text(text),
      ]
    case .moment(let moment, let bytes): return moment.plain(bytes: bytes)
    case .statistics(let statistics):
      func plain(_ shares: [InspectionStatistics.Share]) -> PlainValue {
        .list(
          shares.map {
            ["bytes": .integer(Int64($0.bytes)), "name": .text($0.name), "steps": .integer(Int64($0.steps))]
          }
        )
      }
      return [
        "authors": plain(statistics.authors), "bytes": .integer(Int64(statistics.bytes)),
        "largest": .list(statistics.largest.map { $0.moment.plain(bytes: $0.bytes) }),
        "moments": .integer(Int64(statistics.moments)), "places": plain(statistics.places),
      ]
    case .done(let sentence): return sentence.isEmpty ? nil : ["done": .text(sentence)]
    case .help:
      return [
        "commands": .list(
          InspectCommand.forms.map { ["form": .text($0.form), "summary": .text($0.summary)] }
        )
      ]
    }
  }
}

extension Moment {
  fileprivate func plain(bytes: Int? = nil) -> PlainValue {
    var plain: PlainValue = [
      "author": .text("\(author)"), "id": id.plain, "label": .text(label),
      "nanosecondsSince1970": .integer(time.nanosecondsSince1970), "parent": parent?.plain ?? .null,
    ]
    plain["bytes"] = bytes.map { .integer(Int64($0)) }
    plain["checkpoint"] = checkpoint.map { .text($0) }
    if origin == .outside { plain["isOutside"] = .bool(true) }
    plain["merges"] = merges?.plain
    plain["note"] = note
    if !rejects.isEmpty { plain["rejects"] = .list(PlainList(rejects.map(\.plain))) }
    plain["takesAgain"] = takesAgain?.plain
    plain["takesBack"] = takesBack?.plain
    return plain
  }
}

extension Difference {
  fileprivate var plain: PlainValue {
    var plain: PlainValue = ["path": .text("\(path)")]
    switch kind {
    case .added(let value): (plain["kind"], plain["new"]) = (.text("added"), value)
    case .removed(let value): (plain["kind"], plain["old"]) = (.text("removed"), value)
    case .changed(let old, let new):
      (plain["kind"], plain["old"], plain["new"]) = (.text("changed"), old, new)
    case .moved(let from, let value):
      (plain["kind"], plain["from"], plain["new"]) = (.text("moved"), .integer(Int64(from)), value)
    case .text(let changes):
      plain["kind"] = .text("text")
      plain["lines"] = .list(
        changes.map { change in
          let lines = PlainValue.list(change.lines.map { .text(String($0)) })
          return switch change {
          case .kept: ["kept": lines]
          case .removed: ["removed": lines]
          case .added: ["added": lines]
          }
        }
      )
    }
    return plain
  }
}
