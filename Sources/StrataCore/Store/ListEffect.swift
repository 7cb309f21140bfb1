/// What a change does with elements of lists and with letters of texts.
struct ListEffect: OptionSet {
  let rawValue: UInt8
  static let came = ListEffect(rawValue: 1)
  static let went = ListEffect(rawValue: 2)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init<Content>(_ fate: RunFate<Content>) {
    self =
      switch fate {
      case .inserted: .came
      case .removed: .went
      case .kept, .changed: []
      }
  }
}

extension ListEffect {
  /// Whether what has both may be put together as one change.
  var mayBeOne: Bool { !isSuperset(of: [.came, .went]) }
}

extension Patch.Node {
  /// What it does in lists and texts, however deep they lie.
  var listEffect: ListEffect {
    func all(_ parts: some Sequence<ListEffect>) -> ListEffect { parts.reduce([]) { $0.union($1) } }
    return switch self {
    case .replaced, .members: []
    case .fields(let fields): all(fields.lazy.map(\.node.listEffect))
    case .entries(let entries):
      all(entries.lazy.map { if case .changed(let node) = $0.change { node.listEffect } else { [] } })
    case .list(let runs):
      all(
        runs.lazy.map { run in
          if case .changed(let node) = run { node.listEffect } else { ListEffect(run.fate) }
        }
      )
    case .text(let runs): all(runs.lazy.map { ListEffect($0.fate) })
    }
  }
}
