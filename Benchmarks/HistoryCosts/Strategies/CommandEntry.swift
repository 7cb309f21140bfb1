import PersistentCollections

/// A command object: it knows what it did, and how to do it again and to take it back.
struct CommandEntry<State: PlainState>: StepEntry {
  private var command: Command

  /// The base class of every command of an app.
  private class Command {
    func perform(in state: inout State) {}
    func reverse(in state: inout State) {}
    func extend(by changes: ItemChanges<State.Item>) {}
    func addFootprint(to meter: inout FootprintMeter, beside state: State) {}
  }

  private final class ChangeItem: Command {
    private var change: ItemChange<State.Item>

    init(_ change: ItemChange<State.Item>) { self.change = change }

    override func perform(in state: inout State) { state.apply(change) }
    override func reverse(in state: inout State) { state.apply(change.inverse) }

    override func extend(by changes: ItemChanges<State.Item>) {
      if case .one(let later) = changes { change.new = later.new }
    }

    override func addFootprint(to meter: inout FootprintMeter, beside state: State) {
      meter.countObject(of: ItemChange<State.Item>.self)
      change.addTexts(to: &meter, beside: state)
    }
  }

  private final class ChangeItems: Command {
    private let changes: [ItemChange<State.Item>]

    init(_ changes: [ItemChange<State.Item>]) { self.changes = changes }

    override func perform(in state: inout State) { state.apply(.many(changes)) }
    override func reverse(in state: inout State) { state.unapply(.many(changes)) }

    override func addFootprint(to meter: inout FootprintMeter, beside state: State) {
      meter.countObject(of: [ItemChange<State.Item>].self)
      meter.countArray(changes)
      for change in changes { change.addTexts(to: &meter, beside: state) }
    }
  }

  init(_ changes: ItemChanges<State.Item>) {
    switch changes {
    case .one(let change): command = ChangeItem(change)
    case .many(let changes): command = ChangeItems(changes)
    }
  }

  mutating func extend(by changes: ItemChanges<State.Item>) { command.extend(by: changes) }
  mutating func undo(in state: inout State) { command.reverse(in: &state) }
  mutating func redo(in state: inout State) { command.perform(in: &state) }

  func addFootprint(to meter: inout FootprintMeter, beside state: State) {
    command.addFootprint(to: &meter, beside: state)
  }
}
