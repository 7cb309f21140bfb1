import Measuring
import PersistentCollections

@testable import StrataCore

/// A random session of several authors: the model, and the same steps as the walker reads them.
struct SwitchSession {
  let base: Notebook
  let model: SwitchModel
  private(set) var steps: [WalkedStep] = []
  /// The author of each moment.
  private var authors: [Int] = []
  /// The value that each moment made.
  private(set) var values: [Notebook] = []
  /// The moments by which each author undid something, and which redo reverses.
  private var undone: [Int: [Int]] = [:]
  private(set) var present = -1
  private var random: SplitMix64
  private var count = 0

  /// A failure of the session.
  struct Finding: Error, CustomStringConvertible {
    let description: String
  }

  static func id(_ moment: Int) -> Moment.ID { Moment.ID(raw: UInt32(moment + 1)) }

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    var base = Notebook()
    if random.below(2) == 0 { base.text = "αb🙂d" }
    if random.below(2) == 0 { base.numbers = [-1, -2, -3] }
    base.rows = (0..<random.below(4)).map { Notebook.Row(id: -1 - $0, title: "r\($0)", body: "xyz") }
    if random.below(2) == 0 { base.map[-9] = Notebook.Row(id: -9, title: "e", body: "uvw") }
    if random.below(2) == 0 { base.note = Notebook.Note(title: "n", body: "klm") }
    base.shelves[0] = Notebook.Shelf(rows: [Notebook.Row(id: -20, title: "s", body: "st")])
    base.shelves[1] = Notebook.Shelf()
    self.base = base
    model = SwitchModel(base)
  }

  func value(of moment: Int) -> Notebook { moment < 0 ? base : values[moment] }

  var now: Notebook { value(of: present) }

  /// Takes one random turn.
  mutating func turn(authors: Int) throws {
    let author = random.below(authors)
    switch random.below(20) {
    case 0..<10: try edit(by: author)
    case 10..<13: try undo(by: author)
    case 13..<15: try redo(by: author)
    case 15..<17: try move(randomSwitches(), by: author)
    case 17 where present >= 0: present = random.below(values.count + 1) - 1
    case 18: try merge(by: author)
    default: try move(randomSwitches(), repairing: true, by: author)
    }
  }
}

extension SwitchSession {
  mutating func edit(by author: Int) throws {
    var edits: [Notebook.Edit] = []
    for _ in 0...random.below(2) {
      guard let edit = randomEdit(now), !edits.contains(where: { $0.field == edit.field }) else { continue }
      edits.append(edit)
    }
    if edits.isEmpty { return }
    try append(edits, [], merging: nil, after: now, by: author)
    undone[author] = []
  }

  /// Switches the author's newest steps off until something changes.
  mutating func undo(by author: Int) throws {
    let on = model.on(in: model.past(of: present))
    var switches: [SwitchModel.Switch] = []
    for moment in authors.indices.reversed() where authors[moment] == author {
      guard !model.moments[moment].edits.isEmpty, on(SwitchModel.Operation(moment: moment, edit: -1)) else {
        continue
      }
      switches.append(SwitchModel.Switch(moment: moment, edit: nil, isOn: false))
      let after = model.value(of: present, moving: switches)
      if after == now { continue }
      try move(switches, by: author)
      undone[author, default: []].append(values.count - 1)
      return
    }
  }

  /// Reverses the author's newest undo: switches it off, or its steps on.
  mutating func redo(by author: Int) throws {
    guard let last = undone[author]?.popLast() else { return }
    let isWhole = random.below(2) == 0
    let switches =
      isWhole
      ? [SwitchModel.Switch(moment: last, edit: nil, isOn: false)]
      : model.moments[last].switches.map { SwitchModel.Switch(moment: $0.moment, edit: $0.edit, isOn: true) }
    try move(switches, by: author)
  }

  mutating func merge(by author: Int) throws {
    guard !values.isEmpty else { return }
    let tip = random.below(values.count)
    if model.past(of: present).contains(tip) { return }
    let after = model.value(of: present, moving: [], merging: tip)
    try check([], merging: tip, after)
    try append([], [], merging: tip, after: after, by: author)
  }

  mutating func move(_ switches: [SwitchModel.Switch], repairing: Bool = false, by author: Int) throws {
    let after = model.value(of: present, moving: switches)
    try check(switches, merging: nil, after)
    var repair: [Notebook.Edit] = []
    if repairing, let edit = randomEdit(after) { repair = [edit] }
    try append(repair, switches, merging: nil, after: after, by: author)
  }

  private mutating func randomSwitches() -> [SwitchModel.Switch] {
    var switches: [SwitchModel.Switch] = []
    for moment in values.indices where random.below(4) == 0 {
      let edits = model.moments[moment].edits.count
      let edit = edits > 1 && random.below(2) == 0 ? random.below(edits) : nil
      switches.append(SwitchModel.Switch(moment: moment, edit: edit, isOn: random.below(2) == 0))
    }
    return switches
  }

  private mutating func append(
    _ edits: [Notebook.Edit],
    _ switches: [SwitchModel.Switch],
    merging tip: Int?,
    after before: Notebook,
    by author: Int
  ) throws {
    let parents = [present] + (tip.map { [$0] } ?? [])
    var patch = Patch()
    for edit in edits {
      let next = try before.patch(of: edit)
      patch = try patch.followed(by: next)
    }
    steps.append(
      WalkedStep(Self.id(values.count), after: parents.map(Self.id), patch, switches: try walked(switches))
    )
    present = model.append(SwitchModel.Moment(parents: parents, edits: edits, switches: switches))
    authors.append(author)
    values.append(model.value(of: present))
    let made = try before.applying(patch)
    guard made == now else { throw Finding(description: "the model made \(now) of \(patch), not \(made)") }
  }

  /// The switches as the walker is asked for them: changes have the numbers that their patch gives them.
  func walked(_ switches: [SwitchModel.Switch]) throws -> [StepSwitch] {
    switches.flatMap { one -> [StepSwitch] in
      guard let edit = one.edit else { return [StepSwitch(Self.id(one.moment), isOn: one.isOn)] }
      let field = model.moments[one.moment].edits[edit].field
      return steps[one.moment].patch.changes.indices
        .filter { steps[one.moment].patch.changes[$0].path.first == .field(field) }
        .map { StepSwitch(Self.id(one.moment), change: $0, isOn: one.isOn) }
    }
  }

  /// Compares what the walker makes with the model.
  func check(_ switches: [SwitchModel.Switch], merging tip: Int?, _ after: Notebook) throws {
    let asked = try walked(switches)
    var all = WalkedSteps(steps: steps, present: [Self.id(present)])
    all.merged = tip.map { [Self.id($0)] } ?? []
    all.single = Set(asked.filter { $0.change != nil }.map(\.moment))
    let walker = try StepWalker(all, Notebook._shape)
    let note = "\(asked), merging \(tip ?? -1)"
    try compare(walker.patch(moving: asked), now, after, "of all steps, \(note)")
    let chosen = try StepSelection.steps(
      of: StepList(steps),
      moving: asked,
      at: Self.id(present),
      merging: tip.map(Self.id)
    )
    try compare(StepWalker(chosen, Notebook._shape).patch(moving: asked), now, after, note)
    let (old, new) = (values.count / 3, values.count - 1)
    guard new >= 0 else { return }
    let way = try walker.patch(from: [Self.id(old)], to: [Self.id(new)])
    try compare(way, value(of: old), value(of: new), "from \(old) to \(new)")
  }

  /// Compares the steps that are on with the model.
  func checkStates() throws {
    let on = model.on(in: model.past(of: present))
    let found = EffectiveSteps(of: StepList(steps), at: Self.id(present)).filter(\.isOn).map(\.moment)
    let wanted = values.indices.reversed()
      .filter { on(SwitchModel.Operation(moment: $0, edit: -1)) }
      .map(Self.id)
    if found != wanted { throw Finding(description: "\(found) are on, not \(wanted)") }
  }

  private func compare(_ patch: Patch, _ before: Notebook, _ after: Notebook, _ note: String) throws {
    let made = try before.applying(patch)
    guard made == after, patch.isEmpty == (before == after) else {
      throw Finding(
        description: "\(note): \(patch) makes \(try PlainValue(of: made)), not \(try PlainValue(of: after))"
      )
    }
  }
}

extension SwitchSession {
  private mutating func number() -> Int {
    count += 1
    return count
  }

  private mutating func letters(_ most: Int) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<random.below(most + 1) {
      // Letters of one to four bytes, none of them twice.
      let start: UInt32 = [0x30, 0x400, 0x4E00, 0x1F300][random.below(4)]
      let room: UInt32 = start == 0x30 ? 60 : 200
      let number = UInt32(number())
      if let scalar = Unicode.Scalar(start == 0x30 && number >= room ? 0x4E00 + number : start + number) {
        text.append(scalar)
      }
    }
    return String(text)
  }

  private mutating func row() -> Notebook.Row {
    Notebook.Row(id: number(), title: "t\(count)", body: PersistentText(letters(3)))
  }

  mutating func randomEdit(_ value: Notebook) -> Notebook.Edit? {
    let list: Notebook.ListPlace = random.below(2) == 0 ? .rows : .shelf(random.below(2))
    let rows = value[list]
    switch random.below(14) {
    case 0..<3: return typing(.text, value)
    case 3:
      if !value.numbers.isEmpty, random.below(4) == 0 {
        return .set(at: random.below(value.numbers.count), number())
      }
      let at = random.below(value.numbers.count + 1)
      let removing = min(random.below(3), value.numbers.count - at)
      let new = (0..<random.below(3)).map { _ in number() }
      return removing + new.count == 0 ? nil : .number(at: at, removing: removing, new)
    case 4: return .insertRow(list, at: random.below(rows.count + 1), row())
    case 5 where !rows.isEmpty: return .removeRow(list, at: random.below(rows.count))
    case 6, 7:
      guard rows.count > 1 else { return nil }
      let (from, to) = (random.below(rows.count), random.below(rows.count))
      return from == to ? nil : .moveRow(list, from: from, to: to)
    case 8 where !rows.isEmpty: return .title(.row(list, random.below(rows.count)), "t\(number())")
    case 9 where !rows.isEmpty: return typing(.row(.row(list, random.below(rows.count))), value)
    case 10:
      let keys = value.map.keys.sorted()
      guard let key = keys.isEmpty ? nil : keys[random.below(keys.count)] else { return .insertEntry(row()) }
      switch random.below(4) {
      case 0: return .insertEntry(row())
      case 1: return .removeEntry(key)
      case 2: return .title(.entry(key), "t\(number())")
      default: return typing(.row(.entry(key)), value)
      }
    case 11: return .tag(random.below(4))
    case 12:
      if value.note != nil { return .note(nil) }
      return .note(Notebook.Note(title: "n\(number())", body: PersistentText(letters(3))))
    case 13 where value.note != nil: return typing(.note, value)
    // A row that was removed arrives anew under its identity.
    default:
      guard let old = values.randomElement(using: &random)?.rows.randomElement(using: &random),
        !value.rows.contains(where: { $0.id == old.id })
      else { return nil }
      return .insertRow(.rows, at: random.below(value.rows.count + 1), old)
    }
  }

  private mutating func typing(_ place: Notebook.TextPlace, _ value: Notebook) -> Notebook.Edit? {
    let letters = String(value[place]).unicodeScalars.count
    let at = random.below(letters + 1)
    let removing = min([0, 0, 0, 1, 2, 3][random.below(6)], letters - at)
    let new = self.letters(3)
    return removing == 0 && new.isEmpty ? nil : .type(place, at: at, removing: removing, new)
  }
}
