/// One thing that a patch changes, for a person to read.
public struct PatchChange: Hashable, Sendable {
  /// The way from the whole value to what changes.
  public let path: [PatchStep]
  /// What happens there.
  public let kind: Kind

  /// What can happen to a value.
  public enum Kind: Hashable, Sendable {
    /// Another value takes its place.
    case updated(old: PlainValue, new: PlainValue)
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
  /// What happens, without the place.
  public var description: String {
    switch self {
    case .updated(let old, let new): "\(old) → \(new)"
    case .inserted(let value): "+ \(value)"
    case .removed(let value): "- \(value)"
    }
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
  fileprivate func appendChanges(to changes: inout [PatchChange], at path: [PatchStep]) {
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
    case .list(let runs):
      Self.appendChanges(of: runs, to: &changes, at: path)
    }
  }

  private static func appendChanges(of runs: [Run], to changes: inout [PatchChange], at path: [PatchStep]) {
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
