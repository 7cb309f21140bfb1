import PersistentCollections

extension Patch.Node {
  /// Neighbouring bytes of a text that had the same fate, whole scalars always. What comes after the last run is kept.
  package enum TextRun: Hashable, Sendable {
    /// So many bytes of UTF-8 are as they were.
    case kept(Int)
    /// This went.
    case removed(String)
    /// This came.
    case inserted(String)

    package static func == (left: TextRun, right: TextRun) -> Bool {
      switch (left, right) {
      case (.kept(let left), .kept(let right)): left == right
      case (.removed(let left), .removed(let right)): left.isWritten(as: right)
      case (.inserted(let left), .inserted(let right)): left.isWritten(as: right)
      default: false
      }
    }
  }
}

extension Patch.Node.TextRun: PatchRun {
  var fate: RunFate<String> {
    switch self {
    case .kept(let count): .kept(count)
    case .removed(let text): .removed(text)
    case .inserted(let text): .inserted(text)
    }
  }

  func followed(by next: Self) throws(PatchError) -> Self? {
    switch (self, next) {
    case (.kept, _): return next
    case (_, .kept): return self
    case (.inserted(let text), .removed(let gone)):
      // As in lists: what came and went again was never there.
      if text.isWritten(as: gone) { return nil }
      throw PatchError(.differs(expected: .text(gone), found: .text(text)))
    case (.removed, _), (_, .inserted):
      preconditionFailure("What went before and what came after were dealt with before they could meet")
    }
  }

  var inverted: Patch.Node.TextRun {
    switch self {
    case .kept: self
    case .removed(let text): .inserted(text)
    case .inserted(let text): .removed(text)
    }
  }
}

extension String: RunContent {
  var length: Int { utf8.count }

  func part(_ range: Range<Int>) -> String? {
    guard range.upperBound <= utf8.count else { return nil }
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(start, offsetBy: range.count)
    return isBoundary(start) && isBoundary(end) ? String(self[start..<end]) : nil
  }

  /// Whether a scalar begins there, or the text ends.
  func isBoundary(_ index: Index) -> Bool { index == utf8.endIndex || !UTF8.isContinuation(utf8[index]) }
}
