import StrataCore
import StrataStorage

/// Goes through a patch together with the states on both of its sides, and finds what a person would name.
struct DifferenceWalk {
  private(set) var found: [Difference] = []
  private let scope: ValuePath

  init(at scope: ValuePath) { self.scope = scope }

  mutating func take(_ node: Patch.Node, _ old: PlainValue, _ new: PlainValue, _ path: ValuePath) {
    guard path.meets(scope) else { return }
    switch node {
    case .replaced, .text: change(old, new, path)
    case .fields(let fields):
      for field in fields {
        let (before, after) = (old.member(field.name) ?? .null, new.member(field.name) ?? .null)
        take(field.node, before, after, path.appending(field.name))
      }
    case .entries(let entries):
      for entry in entries {
        let component = entry.key.component
        let path = path.appending(component)
        switch entry.change {
        case .inserted(let value): note(.added(value), path)
        case .removed(let value): note(.removed(value), path)
        case .changed(let node):
          take(node, old.entry(entry.key) ?? .null, new.entry(entry.key) ?? .null, path)
        }
      }
    case .members(let members):
      for member in members {
        note(member.isInserted ? .added(member.value) : .removed(member.value), path)
      }
    case .list(let runs): take(runs, old, new, path)
    }
  }

  private mutating func take(
    _ runs: [Patch.Node.Run],
    _ old: PlainValue,
    _ new: PlainValue,
    _ path: ValuePath
  ) {
    for change in ListMoves(runs).changes {
      switch change {
      case .changed(let node, let from, let to):
        let (before, after) = (old.element(from) ?? .null, new.element(to) ?? .null)
        take(node, before, after, path.appending(String(to)))
      case .added(let value, let position): note(.added(value), path.appending(String(position)))
      case .removed(let value, let position): note(.removed(value), path.appending(String(position)))
      case .moved(let before, let after, let from, let to):
        let path = path.appending(String(to))
        note(.moved(from: from, after), path)
        if let root = Patch(from: before, to: after).root { take(root, before, after, path) }
      }
    }
  }

  private mutating func change(_ old: PlainValue, _ new: PlainValue, _ path: ValuePath) {
    // The scope lies inside the replaced value.
    if path != scope, scope.isInside(path) {
      let inner = scope.components[path.components.count...]
      let (before, after) = (old.value(at: inner) ?? .null, new.value(at: inner) ?? .null)
      if before != after { change(before, after, scope) }
      return
    }
    switch (old, new) {
    case (.null, _): note(.added(new), path)
    case (_, .null): note(.removed(old), path)
    case (.text(let before), .text(let after)) where before.contains("\n") || after.contains("\n"):
      note(.text(lineChanges(from: before, to: after)), path)
    default: note(.changed(from: old, to: new), path)
    }
  }

  private mutating func note(_ kind: Difference.Kind, _ path: ValuePath) {
    if path.isInside(scope) { return found.append(Difference(path: path, kind: kind)) }
    guard scope.isInside(path) else { return }
    let inner = scope.components[path.components.count...]
    switch kind {
    case .added(let value):
      if let value = value.value(at: inner) { found.append(Difference(path: scope, kind: .added(value))) }
    case .removed(let value):
      if let value = value.value(at: inner) { found.append(Difference(path: scope, kind: .removed(value))) }
    default: break
    }
  }
}

extension PlainValue {
  fileprivate func element(_ position: Int) -> PlainValue? {
    guard case .list(let list) = self, list.indices.contains(position) else { return nil }
    return list[position]
  }

  /// Returns the value that a map has under a key.
  fileprivate func entry(_ key: PlainValue) -> PlainValue? {
    guard case .list(let list) = self else { return member(key.component) }
    return stride(from: 0, to: list.count - 1, by: 2).first { list[$0] == key }.map { list[$0 + 1] }
  }
}

/// The runs of a list as what happened to its elements, with what went and came again as one: the same value, or another
/// record with the same `id`.
struct ListMoves {
  enum Change {
    case changed(Patch.Node, from: Int, to: Int)
    case added(PlainValue, Int)
    case removed(PlainValue, Int)
    case moved(PlainValue, PlainValue, from: Int, to: Int)
  }

  private(set) var changes: [Change] = []

  init(_ runs: [Patch.Node.Run]) {
    var (old, new) = (0, 0)
    var gone: [PlainValue: [Int]] = [:]
    var all: [Change] = []
    for run in runs {
      switch run {
      case .kept(let count): (old, new) = (old + count, new + count)
      case .changed(let node):
        all.append(.changed(node, from: old, to: new))
        (old, new) = (old + 1, new + 1)
      case .removed(let values):
        for value in values {
          gone[Self.identity(of: value), default: []].append(old)
          all.append(.removed(value, old))
          old += 1
        }
      case .inserted(let values):
        for value in values {
          all.append(.added(value, new))
          new += 1
        }
      }
    }
    guard !gone.isEmpty else {
      changes = all
      return
    }
    let removed = Dictionary(
      all.compactMap { change in
        if case .removed(let value, let place) = change { (place, value) } else { nil }
      },
      uniquingKeysWith: { first, _ in first }
    )
    var moved: Set<Int> = []
    for (index, change) in all.enumerated() {
      guard case .added(let value, let place) = change, let from = gone[Self.identity(of: value)]?.first,
        let before = removed[from]
      else { continue }
      gone[Self.identity(of: value)]?.removeFirst()
      moved.insert(from)
      all[index] = .moved(before, value, from: from, to: place)
    }
    changes = all.filter { if case .removed(_, let place) = $0 { !moved.contains(place) } else { true } }
  }

  /// Returns the value by which an element is recognized.
  static func identity(of value: PlainValue) -> PlainValue {
    if case .record(let record) = value, let id = record["id"] { return .list([.text("id"), id]) }
    return value
  }
}
