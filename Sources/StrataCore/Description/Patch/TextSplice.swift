// A letter in a long text is a letter in the patch, and not two copies of the text. Only texts have this: of a leaf that is
// written as a text, say a date, letters of two people make a value that neither of them wrote, or none.

extension Patch.Node {
  /// The difference between two values that change as a whole; nil when they are written the same.
  package static func between(_ old: PlainValue, _ new: PlainValue) -> Patch.Node? {
    if case .text(let before) = old, case .text(let after) = new {
      if before.isWritten(as: after) { return nil }
    } else if old == new {
      return nil
    }
    return .replaced(old: old, new: new)
  }

  /// The difference between two texts; nil when they are written the same.
  package static func between(_ old: String, _ new: String) -> Patch.Node? {
    if old.isWritten(as: new) { return nil }
    return splice(from: old, to: new).map { .text($0) } ?? .replaced(old: .text(old), new: .text(new))
  }

  /// From how many common bytes on a text is spliced: two copies of them take more than the runs, packed and in JSON,
  /// and what is shorter than that is easier to read whole.
  static var commonBytesOfSplice: Int { 24 }

  /// The stretch that went and the one that came between what both texts have in common; nil when that is little.
  private static func splice(from old: String, to new: String) -> [TextRun]? {
    guard min(old.utf8.count, new.utf8.count) >= commonBytesOfSplice else { return nil }
    let (start, end) = old.sharedEnds(with: new)
    guard start + end >= commonBytesOfSplice, let gone = old.part(start..<old.utf8.count - end),
      let come = new.part(start..<new.utf8.count - end)
    else { return nil }
    return [
      start > 0 ? .kept(start) : nil, gone.isEmpty ? nil : .removed(gone),
      come.isEmpty ? nil : .inserted(come),
    ].compactMap { $0 }
  }
}

extension String {
  /// Changes the text as runs say, if they fit.
  ///
  /// - Throws: ``PatchError`` with the offset where they do not; the text is then as it was.
  mutating func apply(_ runs: [Patch.Node.TextRun]) throws(PatchError) {
    makeContiguousUTF8()
    var changed = ""
    changed.reserveCapacity(utf8.count)
    var rest = utf8[...]
    for run in runs {
      switch run {
      case .kept(let count): changed += try rest.cut(count, in: self)
      case .removed(let expected):
        guard rest.starts(with: expected.utf8) else {
          let found = Substring(rest).unicodeScalars.prefix(expected.unicodeScalars.count)
          throw PatchError(.differs(expected: .text(expected), found: .text(String(found))))
            .inside(.position(utf8.count - rest.count))
        }
        rest = rest.dropFirst(expected.utf8.count)
      case .inserted(let text): changed += text
      }
    }
    changed += Substring(rest)
    self = changed
  }
}

extension Substring.UTF8View {
  /// Takes so many bytes from the beginning of what is left of a text.
  fileprivate mutating func cut(_ count: Int, in text: String) throws(PatchError) -> Substring {
    guard let end = index(startIndex, offsetBy: count, limitedBy: endIndex), text.isBoundary(end) else {
      let all = text.utf8.count
      throw PatchError(.noCut(at: all - self.count + count, count: all))
    }
    defer { self = self[end...] }
    return Substring(self[..<end])
  }
}
