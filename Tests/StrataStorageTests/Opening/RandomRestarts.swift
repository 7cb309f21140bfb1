import Measuring
import StrataCore
import TestSupport

@testable import StrataStorage

/// The same commands for a durable store, which is closed and opened again in between, and for one in memory.
struct RandomRestarts {
  var random: SplitMix64
  let disk = SimulatedDisk()
  let clock = ManualClock()
  var durable: DurableStore<Shelf>?
  let plain: Store<Shelf>
  var log: [String] = []
  var restarts = 0
  var limit = Keeping.all
  /// A group that is open in both.
  var groups: (durable: StepGroup<Shelf>, plain: StepGroup<Shelf>)?

  init(seed: UInt64) throws {
    Soak.count(.session)
    random = SplitMix64(seed: seed)
    durable = try openShelf(on: disk, clock: clock)
    let clock = clock
    plain = Store(Shelf(), undoing: \.books, restoring: \.session.selected, clock: { clock.now })
  }

  mutating func next() throws {
    clock.pass(.seconds(random.below(8)))
    switch random.below(32) {
    case 24...: return try handsOn()
    case 0..<5: send(.add("Title \(random.below(1_000)) \"é\\"))
    case 5..<8: send(.rename(anyID(), "Name \(random.below(100))"))
    case 8: send(.weigh(anyID(), Double(random.below(7)) / 4))
    case 9: send(.remove(anyID()))
    case 10: send(.select([anyID()]))
    case 11: send(.fail)
    case 12..<15: both("undo") { try $0.undo() }
    case 15..<17: both("redo") { try $0.redo() }
    case 17:
      let ids = plain.timeline.ids
      let id = ids[random.below(ids.count)]
      both("jump \(id)") { try $0.jump(to: id) }
    case 18: both("mark") { try $0.markSaved() }
    case 19:
      limit = random.below(3) == 0 ? .steps(random.below(30)) : .all
      let limit = limit
      both("limit \(limit)") { try $0.keep(steps: limit.steps) }
    case 20:
      let (id, title) = (anyID(), "T\(random.below(50))")
      both("transaction") { store in
        try store.transaction("Two things") { draft in
          try draft.send(.add(title))
          try draft.send(.rename(id, title))
        }
      }
    case 21 where random.below(4) == 0: both("load") { try $0.load(Shelf()) }
    case 22: if let durable { _ = try durable.keeping?.saving.renew(durable.store) }
    default: try restart()
    }
  }

  /// Plays a random command of several authors: a change, an undo, a merge or a group.
  private mutating func handsOn() throws {
    let authors: [Author] = [.user, "agent", "s\u{7}\"é"]
    let (author, ids) = (authors[random.below(3)], plain.timeline.ids)
    let (id, number) = (ids[random.below(ids.count)], random.below(9))
    let (book, title) = (anyID(), "By \(author) \(number)")
    let notes: [(any DescribedValue)?] = [
      nil, "]}\u{0}\"", 7, [-0.0, .nan], ["note": ["a", nil]], String?.none, "",
    ]
    let note = notes[random.below(notes.count)]
    let choice: MergeConflict.Choice? = [.mine, .theirs, nil][random.below(3)]
    switch random.below(20) {
    case 16 where groups == nil: try begin("Group of \(author)", as: author)
    case 17, 18:
      guard let groups else { return }
      self.groups = nil
      let plain = plain
      both("end") { ($0 === plain ? groups.plain : groups.durable).end() }
    case 19:
      guard let groups else { return }
      let plain = plain
      both("cancel") { try ($0 === plain ? groups.plain : groups.durable).cancel { _ in choice } }
      if log.last == "cancel" { self.groups = nil }
    case 14: both("undo \(number) steps") { try $0.undo(steps: number) }
    case 15: both("redo \(number) steps") { try $0.redo(steps: number) }
    case 0, 1: both("add by \(author)") { try $0.send(.add(title), as: author) }
    case 2: both("rename by \(author)") { try $0.send(.rename(book, title), as: author, noting: note) }
    case 3, 4: both("fetch") { try $0.send(.fetch(1_000 + number, title), as: author) }
    case 5, 6: both("undo by \(author)") { try $0.undo(by: author) }
    case 7, 8: both("redo by \(author)") { try $0.redo(by: author) }
    case 9: both("undo only \(id)") { try $0.undo(only: id, as: author) { _ in choice } }
    case 10: both("redo only \(id)") { try $0.redo(only: id, as: author) { _ in choice } }
    case 11: both("merge \(id)") { try $0.merge(id, as: author) { _ in choice } }
    case 12: both("checkpoint") { try $0.checkpoint("Point \(number)") }
    default: both("back to \(id)") { try $0.goBack(to: id, as: author) }
    }
  }

  private mutating func begin(_ label: String, as author: Author) throws {
    log.append("begin \(label)")
    guard let durable else { return }
    groups = (
      try durable.store.beginGroup(label, as: author, noting: label),
      try plain.beginGroup(label, as: author, noting: label)
    )
  }

  private mutating func anyID() -> Int { 1 + random.below(max(1, plain.state.session.lastID)) }

  private mutating func send(_ action: Shelf.Action) {
    both("\(action)") { try $0.send(action) }
  }

  private mutating func both(_ what: String, _ command: (Store<Shelf>) throws -> Void) {
    log.append(what)
    guard let durable else { return }
    let answers = [durable.store, plain].map { store in
      do {
        try command(store)
        return "done"
      } catch {
        return "\(error)"
      }
    }
    if answers[0] != answers[1] { log.append("the answers differ: \(answers)") }
  }

  private mutating func restart() throws {
    restarts += 1
    log.append("restart")
    // The changes so far are sometimes sealed into pages.
    if random.below(3) == 0, let durable { _ = try durable.keeping?.saving.renew(durable.store) }
    if random.below(2) == 0 { try durable?.close() } else if random.below(2) == 0 { try durable?.flush() }
    (durable, groups) = (nil, nil)
    let limit = limit
    durable = try openShelf(on: disk, clock: clock) { $0.keeping = limit }
    // Nothing is added to a moment over a restart.
    clock.pass(.seconds(10))
  }

  var difference: String? {
    guard let durable else { return "closed" }
    if let broken = durable.store.timeline.brokenInvariants.first { return broken }
    if let answer = log.last(where: { $0.hasPrefix("the answers") }) { return answer }
    let (left, right) = (Remembered(durable.store), Remembered(plain))
    return left == right ? nil : "\(left)\n— and in memory —\n\(right)"
  }
}
