import PersistentCollections

extension Patch.Node {
  /// The difference between two versions of a text; nil when they are written the same.
  ///
  /// - Complexity: O(changes · log *n*) for versions of one text.
  static func between(_ old: PersistentText, _ new: PersistentText) -> Patch.Node? {
    let changes = new.changes(from: old)
    if changes.isEmpty { return nil }
    var runs = NormalRuns<TextRun>()
    var end = 0
    for change in changes {
      runs.append(.kept(change.oldRange.lowerBound - end))
      runs.append(.removed(change.old))
      runs.append(.inserted(change.new))
      end = change.oldRange.upperBound
    }
    return .text(runs.runs)
  }
}

extension PersistentText {
  /// Changes the text as runs say, if they fit and it does not become longer than a limit.
  ///
  /// - Throws: ``PatchError`` with the offset where they do not; the text is then as it was.
  /// - Complexity: O(runs · log *n*).
  mutating func apply(_ runs: [Patch.Node.TextRun], limit: Int) throws(PatchError) {
    var edits: [(range: Range<Int>, new: String)] = []
    var (offset, growth) = (0, 0)
    for run in runs {
      switch run {
      case .kept(let count):
        guard count <= utf8.count - offset, has("", at: offset + count) else {
          throw PatchError(.noCut(at: offset + count, count: utf8.count))
        }
        offset += count
      case .removed(let text):
        guard has(text, at: offset) else { throw misfit(of: text, at: offset) }
        edits.append((offset..<offset + text.utf8.count, ""))
        offset += text.utf8.count
        growth -= text.utf8.count
      case .inserted(let text):
        if edits.last?.range.upperBound != offset { edits.append((offset..<offset, "")) }
        edits[edits.count - 1].new += text
        growth += text.utf8.count
      }
    }
    if utf8.count + growth > limit { throw PatchError(tooLong: utf8.count + growth, limit: limit) }
    for edit in edits.reversed() { replace(edit.range, with: edit.new) }
  }

  /// The error that other letters than the expected ones follow an offset.
  func misfit(of expected: String, at offset: Int) -> PatchError {
    let start = utf8.index(startIndex, offsetBy: offset)
    var found = String.UnicodeScalarView()
    found.append(contentsOf: unicodeScalars[start...].prefix(expected.unicodeScalars.count))
    return PatchError(.differs(expected: .text(expected), found: .text(String(found))))
      .inside(.position(offset))
  }
}
