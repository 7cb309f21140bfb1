@testable import StrataCore

/// A session of named authors over a text, a list or a whole notebook, as a store plays it.
struct Play<Value: Described & Equatable & Sendable> {
  private let store: Store<Played<Value>>

  struct NothingChanges: Error {}

  init(_ value: Value, keeping: Keeping = .all) {
    store = Store(Played(value: value), undoing: \.value, keeping: keeping)
  }

  var value: Value { store.state.value }
  var present: Int { store.timeline.present.id.number }

  private static func id(_ moment: Int) -> Moment.ID { Moment.ID(raw: UInt32(moment)) }

  /// Makes a step by a declared edit, and returns its moment.
  @discardableResult
  func edit(_ author: String, _ patch: (Value) throws -> Patch) throws -> Int {
    let edit = try patch(value)
    try store.send(Played.Edit(value: value.applying(edit), patch: edit), as: Author(rawValue: author))
    return present
  }

  /// Makes a step by an edit that a comparison finds.
  @discardableResult
  func change(_ author: String, _ body: (inout Value) -> Void) throws -> Int {
    try edit(author) { old in
      var new = old
      body(&new)
      return try Patch(from: old, to: new)
    }
  }

  /// Undoes the author's newest step of which something is seen.
  func undo(_ author: String) throws {
    let before = value
    do {
      try store.undo(by: Author(rawValue: author))
    } catch StoreError.nothingToUndo {
      throw NothingChanges()
    }
    if value == before { throw StoreError.busy }
  }

  /// Reverses the author's newest undo.
  func redo(_ author: String) throws {
    do {
      try store.redo(by: Author(rawValue: author))
    } catch StoreError.nothingToRedo {
      throw NothingChanges()
    }
  }

  func canUndo(_ author: String) -> Bool { store.timeline.canUndo(by: Author(rawValue: author)) }
  func canRedo(_ author: String) -> Bool { store.timeline.canRedo(by: Author(rawValue: author)) }

  /// Rejects steps, or takes them in again, and asks nobody.
  func move(_ moments: Int..., on isOn: Bool, by author: String = "") throws {
    try moveAll(moments, on: isOn, by: author)
  }

  func moveAll(_ moments: [Int], on isOn: Bool, by author: String = "") throws {
    try take(.switched(moments.map { StepSwitch(Self.id($0), isOn: isOn) }), by: author)
  }

  @discardableResult
  func merge(_ tip: Int) throws -> Int {
    try take(.merge(of: Self.id(tip)), by: "")
    return present
  }

  /// Goes to a moment.
  func jump(to moment: Int) throws { try store.jump(to: Self.id(moment)) }

  /// The moments whose steps are on, the newest first.
  var on: [Int] {
    let timeline = store.timeline
    return EffectiveSteps(of: StepsOfHistory(timeline), at: timeline.presentID).filter(\.isOn).map(
      \.moment.number
    )
  }

  private func take(_ origin: Moment.Origin, by author: String) throws {
    let switching = Store<Played<Value>>.Switching(
      label: "",
      author: Author(rawValue: author),
      origin: origin,
      isStep: true
    )
    try store.takeUnasked(switching)
  }
}

extension Store {
  /// Moves switches, or merges a branch, where the newest write counts in any case.
  func takeUnasked(_ switching: Switching) throws {
    try write(
      { turn in
        let steps = StepsOfHistory(core.withLock { $0.main.timeline })
        let switches = steps.expanded(switching.origin.switches)
        let walked = try StepSelection.steps(
          of: steps,
          moving: switches,
          at: steps.timeline.presentID,
          merging: switching.origin.merges
        )
        return try proposal(switching, StepWalker(walked, steps.shape).patch(moving: switches), turn)
      },
      cause: { .undo }
    )
  }
}

/// A value that changes by edits that are told.
struct Played<Value: Described & Equatable & Sendable>: Reducible, Described, Equatable {
  var value: Value

  struct Edit: Sendable {
    let value: Value
    let patch: Patch
  }

  init(value: Value) { self.value = value }

  init() { value = Value() }

  static func describe(_ field: inout Fields<Played>) { field("value", \.value) }

  func recording(of edit: Edit) -> Recording { .step("Edit").declaring(edit.patch.inside(.field("value"))) }

  mutating func reduce(_ edit: Edit) { value = edit.value }
}
