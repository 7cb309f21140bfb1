@testable import StrataCore

/// A session of named authors over a text, a list or a whole notebook, as a store is to play it: every call makes a moment.
struct Play<Value: Described & Equatable> {
  private(set) var value: Value
  private(set) var steps: [WalkedStep] = []
  private var values: [Value]
  private var authors: [String] = [""]
  private(set) var present = 0
  /// For each author, the moments that undid something, and that redo reverses.
  private var undone: [String: [Int]] = [:]

  struct NothingChanges: Error {}

  init(_ value: Value) {
    self.value = value
    values = [value]
  }

  private static func id(_ moment: Int) -> Moment.ID { Moment.ID(raw: UInt32(moment)) }

  /// Makes a step by a declared edit.
  @discardableResult
  mutating func edit(_ author: String, _ patch: (Value) throws -> Patch) throws -> Int {
    undone[author] = []
    return try append(patch(value), by: author)
  }

  /// Makes a step by an edit that a comparison finds.
  @discardableResult
  mutating func change(_ author: String, _ body: (inout Value) -> Void) throws -> Int {
    try edit(author) { old in
      var new = old
      body(&new)
      return try Patch(from: old, to: new)
    }
  }

  /// Switches the author's newest steps off until something changes.
  mutating func undo(_ author: String) throws {
    let steps = try UndoneSteps(in: StepList(steps), at: Self.id(present), Value._shape) {
      authors[$0.number] == author
    }
    guard let steps else { throw NothingChanges() }
    undone[author, default: []].append(try append(Patch(), steps.switches, by: "", making: steps.patch))
  }

  /// Reverses the author's newest undo.
  mutating func redo(_ author: String) throws {
    guard let last = undone[author]?.popLast() else { throw NothingChanges() }
    try move([StepSwitch(Self.id(last), isOn: false)], by: "")
  }

  func canUndo(_ author: String) throws -> Bool {
    var copy = self
    do {
      try copy.undo(author)
      return true
    } catch is NothingChanges {
      return false
    }
  }

  /// Rejects steps, or takes them in again.
  mutating func move(_ moments: Int..., on isOn: Bool, by author: String = "") throws {
    try moveAll(moments, on: isOn, by: author)
  }

  mutating func moveAll(_ moments: [Int], on isOn: Bool, by author: String = "") throws {
    try move(moments.map { StepSwitch(Self.id($0), isOn: isOn) }, by: author)
  }

  private mutating func move(_ switches: [StepSwitch], by author: String) throws {
    try append(Patch(), switches, by: author, making: try outcome(switches))
  }

  /// Goes to a moment, as undo and redo at the tip do.
  mutating func jump(to moment: Int) { (present, value) = (moment, values[moment]) }

  @discardableResult
  mutating func merge(_ tip: Int) throws -> Int {
    try append(Patch(), merging: tip, by: "", making: try outcome([], merging: tip))
  }

  func outcome(_ switches: [StepSwitch], merging tip: Int? = nil) throws -> Patch {
    let chosen = try StepSelection.steps(
      of: StepList(steps),
      moving: switches,
      at: Self.id(present),
      merging: tip.map(Self.id)
    )
    return try StepWalker(chosen, Value._shape).patch(moving: switches)
  }

  /// The moments whose steps are on, the newest first.
  var on: [Int] {
    EffectiveSteps(of: StepList(steps), at: Self.id(present)).filter(\.isOn).map(\.moment.number)
  }

  @discardableResult
  private mutating func append(
    _ patch: Patch,
    _ switches: [StepSwitch] = [],
    merging tip: Int? = nil,
    by author: String,
    making outcome: Patch = Patch()
  ) throws -> Int {
    let parents = [present] + (tip.map { [$0] } ?? [])
    steps.append(WalkedStep(Self.id(values.count), after: parents.map(Self.id), patch, switches: switches))
    value = try value.applying(outcome).applying(patch)
    present = values.count
    values.append(value)
    authors.append(author)
    return present
  }
}
