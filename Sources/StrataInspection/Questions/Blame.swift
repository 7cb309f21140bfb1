import StrataCore

/// A step that changed a value.
public struct Blame: Hashable, Sendable {
  /// The moment that the step led to.
  public let moment: Moment
  /// The path of the value at that moment.
  public let path: ValuePath
  /// The value at that moment; nil if the step removed the value.
  public let value: PlainValue?
}

extension Inspection {
  /// Returns the steps that changed the value at a path, the last step first.
  ///
  /// The value is followed back through its list, past elements that were inserted or removed before it, and past its
  /// own moves. Changes inside the value count as well. If another version of the app gave the value another name, the
  /// value is followed under that name.
  ///
  /// - Parameters:
  ///   - path: The path of the value at the moment at which the search begins.
  ///   - id: The moment at which the search begins; nil for the present.
  /// - Throws: ``InspectionError``, also if there has never been a value at the path.
  /// - Complexity: O(steps before, and what they changed).
  public func blame(_ path: ValuePath, from id: Moment.ID? = nil) throws(InspectionError) -> [Blame] {
    var found: [Blame] = []
    var here = self[id ?? present]
    guard here != nil else { throw .noMoment("Moment \(id ?? present)") }
    var place: [String]? = path.components
    while let moment = here, let components = place {
      guard let parent = moment.parent else { break }
      let trace =
        moment.id == rewritten
        ? Trace(renaming: try state(at: parent), to: try state(at: moment.id), components)
        : (try step(to: moment.id)).root.map { Trace($0, components[...]) }
      if let trace, trace.isTouched {
        let path = ValuePath(components)
        found.append(Blame(moment: moment, path: path, value: try? state(at: moment.id).value(at: path)))
      }
      if let trace { place = trace.before }
      here = self[parent]
    }
    if found.isEmpty, try state(at: id ?? present).value(at: path) == nil { throw .noValue(path) }
    return found
  }
}

/// The effect of a change on the value at a path; the path is the one after the change.
struct Trace {
  /// Whether the value, or something inside it, is another one than before.
  var isTouched: Bool
  /// The path of the value before; nil if the value was not there.
  var before: [String]?

  init(_ isTouched: Bool, before: [String]?) { (self.isTouched, self.before) = (isTouched, before) }

  init(_ node: Patch.Node, _ path: ArraySlice<String>) {
    guard let component = path.first else {
      if case .replaced(old: .null, _) = node {
        self.init(true, before: nil)
      } else {
        self.init(true, before: [])
      }
      return
    }
    let rest = path.dropFirst()
    let untouched = Trace(false, before: Array(path))
    switch node {
    case .replaced(let old, let new):
      let (before, after) = (old.value(at: path), new.value(at: path))
      self.init(before != after, before: before.map { _ in Array(path) })
    case .fields(let fields):
      guard let field = fields.first(where: { $0.name == component }) else {
        self = untouched
        return
      }
      self = Trace(field.node, rest).inside(component)
    case .entries(let entries):
      guard let entry = entries.first(where: { $0.key.component == component }) else {
        self = untouched
        return
      }
      switch entry.change {
      case .inserted: self.init(true, before: nil)
      case .removed: self.init(true, before: Array(path))
      case .changed(let node): self = Trace(node, rest).inside(component)
      }
    case .members, .text: self = untouched
    case .list(let runs):
      guard let position = Int(component) else {
        self = untouched
        return
      }
      self.init(runs, position, rest)
    }
  }

  private init(_ runs: [Patch.Node.Run], _ position: Int, _ rest: ArraySlice<String>) {
    for change in ListMoves(runs).changes {
      switch change {
      case .changed(let node, let from, position):
        self = Trace(node, rest).inside(String(from))
        return
      case .added(_, position):
        self.init(true, before: nil)
        return
      case .moved(let old, let new, let from, position):
        let (before, after) = (old.value(at: rest), new.value(at: rest))
        // That it stands elsewhere is a change of the element; of what is inside, only what is different.
        self.init(rest.isEmpty || before != after, before: before.map { _ in [String(from)] + rest })
        return
      default: break
      }
    }
    self.init(false, before: [String(Self.old(position, runs))] + rest)
  }

  /// Returns the old position of an element that was neither changed nor moved.
  private static func old(_ position: Int, _ runs: [Patch.Node.Run]) -> Int {
    var (old, new) = (0, 0)
    for run in runs {
      switch run {
      case .kept(let count):
        if position < new + count { return old + position - new }
        (old, new) = (old + count, new + count)
      case .changed: (old, new) = (old + 1, new + 1)
      case .removed(let values): old += values.count
      case .inserted(let values): new += values.count
      }
    }
    return old + position - new
  }

  private func inside(_ component: String) -> Trace {
    Trace(isTouched, before: before.map { [component] + $0 })
  }
}
