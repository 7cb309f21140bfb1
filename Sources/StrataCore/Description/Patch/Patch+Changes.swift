/// One thing that a patch changes, for a person to read.
public struct PatchChange: Hashable, Sendable {
  /// The way from the whole value to what changes.
  public let path: [PathComponent]
  /// The change at the end of the path.
  public let kind: Kind

  /// The ways in which a value can change.
  public enum Kind: Hashable, Sendable {
    /// Another value takes its place.
    case updated(old: PlainValue, new: PlainValue)
    /// A stretch of a long text takes the place of another one, either of which may be empty; at how many bytes of UTF-8
    /// from the beginning of the new text.
    case spliced(at: Int, old: PlainValue, new: PlainValue)
    /// It comes: an entry, a member or an element. The position of an element is that in the new list.
    case inserted(PlainValue)
    /// It goes: an entry, a member or an element. The position of an element is that in the old list.
    case removed(PlainValue)
  }
}

extension PatchChange: CustomStringConvertible {
  /// The change on one line: `journal / todos / 42 / title: "A" → "B"`.
  public var description: String {
    let place = path.map(\.description).joined(separator: " / ")
    return place.isEmpty ? "\(kind)" : "\(place): \(kind)"
  }
}

extension PatchChange.Kind: CustomStringConvertible {
  /// The change, without its path.
  public var description: String {
    switch self {
    case .updated(let old, let new): "\(old) → \(new)"
    case .spliced(let offset, .text(""), let new): "+ \(new.excerpt) at byte \(offset)"
    case .spliced(let offset, let old, .text("")): "- \(old.excerpt) at byte \(offset)"
    case .spliced(let offset, let old, let new): "\(old.excerpt) → \(new.excerpt) at byte \(offset)"
    case .inserted(let value): "+ \(value)"
    case .removed(let value): "- \(value)"
    }
  }
}

extension PlainValue {
  /// The value, or the beginning and the end of a text that is too long for a line.
  fileprivate var excerpt: PlainValue {
    guard case .text(let text) = self, text.count > 80 else { return self }
    return .text("\(text.prefix(50)) … \(text.suffix(20))")
  }
}

extension Patch {
  /// Everything that changes, each with its path, in the order of fields, keys and positions.
  ///
  /// - Complexity: O(size of the patch).
  public var changes: [PatchChange] {
    var changes: [PatchChange] = []
    root?.appendChanges(to: &changes, at: [])
    return changes
  }
}

extension Patch: CustomStringConvertible {
  /// A line for each change; "no change" for an empty patch.
  public var description: String {
    isEmpty ? "no change" : changes.map(\.description).joined(separator: "\n")
  }
}

extension Patch.Node {
  fileprivate func appendChanges(to changes: inout [PatchChange], at path: [PathComponent]) {
    switch self {
    case .replaced(let old, let new):
      changes.append(PatchChange(path: path, kind: .updated(old: old, new: new)))
    case .fields(let fields):
      for field in fields { field.node.appendChanges(to: &changes, at: path + [.field(field.name)]) }
    case .entries(let entries):
      for entry in entries {
        let path = path + [.key(entry.key)]
        switch entry.change {
        case .inserted(let value): changes.append(PatchChange(path: path, kind: .inserted(value)))
        case .removed(let value): changes.append(PatchChange(path: path, kind: .removed(value)))
        case .changed(let node): node.appendChanges(to: &changes, at: path)
        }
      }
    case .members(let members):
      for member in members {
        let kind: PatchChange.Kind = member.isInserted ? .inserted(member.value) : .removed(member.value)
        changes.append(PatchChange(path: path, kind: kind))
      }
    case .list(let runs): Self.appendChanges(of: runs, to: &changes, at: path)
    case .text(let runs): Self.appendChanges(of: runs, to: &changes, at: path)
    }
  }

  private static func appendChanges(
    of runs: [TextRun],
    to changes: inout [PatchChange],
    at path: [PathComponent]
  ) {
    var offset = 0
    var removed = ""
    func append(_ inserted: String) {
      if removed.isEmpty && inserted.isEmpty { return }
      changes.append(
        PatchChange(path: path, kind: .spliced(at: offset, old: .text(removed), new: .text(inserted)))
      )
      removed = ""
      offset += inserted.utf8.count
    }
    for run in runs {
      switch run {
      case .kept(let count):
        append("")
        offset += count
      case .removed(let text): removed = text
      case .inserted(let text): append(text)
      }
    }
    append("")
  }

  private static func appendChanges(of runs: [Run], to changes: inout [PatchChange], at path: [PathComponent])
  {
    var (old, new) = (0, 0)
    for run in runs {
      switch run {
      case .kept(let count):
        old += count
        new += count
      case .changed(let node):
        node.appendChanges(to: &changes, at: path + [.position(new)])
        old += 1
        new += 1
      case .removed(let values):
        for value in values {
          changes.append(PatchChange(path: path + [.position(old)], kind: .removed(value)))
          old += 1
        }
      case .inserted(let values):
        for value in values {
          changes.append(PatchChange(path: path + [.position(new)], kind: .inserted(value)))
          new += 1
        }
      }
    }
  }
}
