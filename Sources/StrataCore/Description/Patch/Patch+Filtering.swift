extension Patch {
  /// The patch with some of its changes alone: what it would be, had the others not been made.
  ///
  /// - Complexity: O(size of the patch).
  public func filter(_ isKept: (PatchChange) -> Bool) -> Patch {
    var number = 0
    let kept = changes.map(isKept)
    return Patch(root: root?.keeping(kept, from: &number))
  }
}

extension Patch.Node {
  /// The node without the changes that are not kept; nil where nothing is left.
  ///
  /// - Parameters:
  ///   - kept: Which changes are kept, in the order in which ``Patch/changes`` lists them.
  ///   - number: How many of them came before.
  fileprivate func keeping(_ kept: [Bool], from number: inout Int) -> Patch.Node? {
    func isNextKept() -> Bool {
      defer { number += 1 }
      return kept[number]
    }
    switch self {
    case .replaced: return isNextKept() ? self : nil
    case .fields(let fields):
      let left = fields.compactMap { field in
        field.node.keeping(kept, from: &number).map { Field(name: field.name, node: $0) }
      }
      return left.isEmpty ? nil : .fields(left)
    case .entries(let entries):
      let left = entries.compactMap { entry -> Entry? in
        guard case .changed(let node) = entry.change else { return isNextKept() ? entry : nil }
        return node.keeping(kept, from: &number).map { Entry(key: entry.key, change: .changed($0)) }
      }
      return left.isEmpty ? nil : .entries(left)
    case .members(let members):
      let left = members.filter { _ in isNextKept() }
      return left.isEmpty ? nil : .members(left)
    case .list(let runs):
      var left = NormalRuns<Run>()
      for run in runs {
        switch run {
        case .kept: left.append(run)
        case .changed(let node):
          left.append(node.keeping(kept, from: &number).map { .changed($0) } ?? .kept(1))
        case .removed(let values):
          for value in values { left.append(isNextKept() ? .removed([value]) : .kept(1)) }
        case .inserted(let values): left.append(.inserted(values.filter { _ in isNextKept() }))
        }
      }
      return left.runs.isEmpty ? nil : .list(left.runs)
    case .text(let runs):
      var left = NormalRuns<TextRun>()
      // A removed text and the text inserted in its place are one change.
      for (index, run) in runs.enumerated() {
        switch run {
        case .kept: left.append(run)
        case .removed(let text):
          var isReplaced = false
          if index + 1 < runs.count, case .inserted = runs[index + 1] { isReplaced = true }
          let isKept = isReplaced ? kept[number] : isNextKept()
          left.append(isKept ? run : .kept(text.utf8.count))
        case .inserted: if isNextKept() { left.append(run) }
        }
      }
      return left.runs.isEmpty ? nil : .text(left.runs)
    }
  }
}
