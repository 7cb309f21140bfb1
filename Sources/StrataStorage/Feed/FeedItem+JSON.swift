import StrataCore

extension FeedItem {
  /// The first line of a feed of JSON lines: the format.
  package static let formatLine = "{\"format\":\"strata-feed-1\"}"

  /// The item as JSON on one line.
  package var json: [UInt8] {
    switch self {
    case .state(let state, let start):
      return Self.line(
        ["position": start.position.map { .text("\($0)") } ?? .null, "reason": .text(start.reason.rawValue)],
        "state",
        state.json
      )
    case .change(let change):
      var head = change.meaning.plain
      if !change.evicted.isEmpty { head["gone"] = .list(change.evicted.map(\.plain)) }
      head["position"] = .text("\(change.position)")
      return Self.line(.record(head), "patch", change.patch.json)
    }
  }

  /// A record with one more member. The member is JSON already, for it may be nested deeper than a value can be.
  private static func line(_ head: PlainValue, _ name: String, _ json: [UInt8]) -> [UInt8] {
    head.json.dropLast() + ",\"\(name)\":".utf8 + json + "}".utf8
  }
}

extension FeedChange.Meaning {
  fileprivate var plain: PlainRecord {
    switch self {
    case .nothing: ["kind": .text("none")]
    case .step(let step): ["kind": .text("step"), "moment": step.plain]
    case .addition(let id, let label, let time):
      [
        "kind": .text("addition"),
        "moment": [
          "id": id.plain, "label": .text(label), "nanosecondsSince1970": .integer(time.nanosecondsSince1970),
        ],
      ]
    case .movement(let id): ["kind": .text("movement"), "moment": ["id": id.plain]]
    case .beginning(let step): ["kind": .text("beginning"), "moment": step.plain]
    case .saved(let id): ["kind": .text("saved"), "moment": ["id": id.plain]]
    case .checkpoint(let id, let name):
      ["kind": .text("checkpoint"), "moment": ["checkpoint": .text(name), "id": id.plain]]
    case .forgotten(let id): ["kind": .text("forgotten"), "moment": ["id": id.plain]]
    }
  }
}

extension FeedChange.Step {
  fileprivate var plain: PlainValue {
    var plain: PlainValue = [
      "author": .text(author.rawValue), "id": moment.plain, "label": .text(label),
      "nanosecondsSince1970": .integer(time.nanosecondsSince1970), "parent": parent?.plain ?? .null,
    ]
    switch origin {
    case .sent: break
    case .external: plain["isExternal"] = .bool(true)
    case .undo(let switches): (plain["by"], plain["switches"]) = (.text("undo"), .list(switches.map(\.plain)))
    case .redo(let switches): (plain["by"], plain["switches"]) = (.text("redo"), .list(switches.map(\.plain)))
    case .switched(let switches): plain["switches"] = .list(switches.map(\.plain))
    case .merge(let id): plain["merges"] = id.plain
    }
    return plain
  }
}

extension StepSwitch {
  /// The switch as a record, as feeds and the program tell it.
  package var plain: PlainValue {
    var plain: PlainValue = ["isOn": .bool(isOn), "moment": .integer(Int64(moment.number))]
    plain["change"] = change.map { .integer(Int64($0)) }
    return plain
  }
}

extension Moment.ID {
  fileprivate var plain: PlainValue { .integer(Int64(number)) }
}
