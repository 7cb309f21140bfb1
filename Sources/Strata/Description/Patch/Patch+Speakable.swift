extension Patch {
  /// Whether it leads to a number that JSON has no word for: an infinite one, or none.
  package var leadsToUnspeakable: Bool { root?.leadsToUnspeakable ?? false }
}

extension Patch.Node {
  fileprivate var leadsToUnspeakable: Bool {
    switch self {
    case .replaced(_, let new): new.isUnspeakable
    case .fields(let fields): fields.contains { $0.node.leadsToUnspeakable }
    case .entries(let entries):
      entries.contains {
        switch $0.change {
        case .inserted(let value): value.isUnspeakable
        case .removed: false
        case .changed(let node): node.leadsToUnspeakable
        }
      }
    case .members(let members): members.contains { $0.isInserted && $0.value.isUnspeakable }
    case .text: false
    case .list(let runs):
      runs.contains {
        switch $0 {
        case .kept, .removed: false
        case .changed(let node): node.leadsToUnspeakable
        case .inserted(let values): values.contains(where: \.isUnspeakable)
        }
      }
    }
  }
}

extension PlainValue {
  fileprivate var isUnspeakable: Bool {
    switch self {
    case .number(let number): !number.isFinite
    case .list(let values): values.contains(where: \.isUnspeakable)
    case .record(let record): record.members.contains { $0.value.isUnspeakable }
    case .null, .bool, .integer, .unsigned, .text: false
    }
  }
}
