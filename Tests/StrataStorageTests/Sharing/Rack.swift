import PersistentCollections
import StrataCore
import StrataSync
import Testing

@testable import StrataStorage

/// A state of which the notes are shared.
struct Rack: Reducible, Described, SharedState {
  var notes: PersistentSortedMap<Int, String> = [:]
  var order: [String] = []
  var lastID = 0
  var sharing = Sharing()

  enum Action: Sendable {
    case add(String)
    case rename(Int, String)
    case look
  }

  static func describe(_ field: inout Fields<Rack>) {
    field("notes", \.notes)
    field("order", \.order)
    field("lastID", \.lastID)
    field("sharing", \.sharing)
  }

  static var sharing: WritableKeyPath<Rack, Sharing> & Sendable { \.sharing }
  static var shared: [PartialKeyPath<Rack> & Sendable] { [\.notes, \.order] }

  mutating func reduce(_ action: Action) {
    switch action {
    case .add(let title):
      lastID += 1
      notes[sharing.site * 1_000 + lastID] = title
      order.append(title)
    case .rename(let id, let title): notes[id] = title
    case .look: lastID += 1
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .add(let title): .step("Add \(title)")
    case .rename: .step("Rename")
    case .look: .untracked
    }
  }

  /// The shared parts, to the byte.
  var sharedParts: [UInt8] {
    get throws { try PlainValue(of: notes).json + PlainValue(of: order).json }
  }
}

/// A store that has joined.
func openRack(
  _ disk: any FileSystem,
  at site: Int,
  _ path: String = "/d/rack.json",
  sync: SyncPolicy = .everyChange
) throws -> DurableStore<Rack> {
  var options = OpeningOptions()
  options.pacing = AutosavePacing(delay: .seconds(1_000_000))
  options.sync = sync
  let durable = try DurableStore(
    at: path,
    undoing: try UndonePart([.undone(\Rack.notes), .undone(\Rack.order)]),
    startingWith: Rack(),
    options: options,
    in: disk
  )
  try durable.store.join(as: site, startingWith: Rack())
  return durable
}

/// The order, as an engine has it.
struct Order {
  private(set) var lines: [[UInt8]] = []

  init(_ lines: [[UInt8]] = []) { self.lines = lines }

  mutating func insert(_ line: [UInt8], at position: Int) -> Bool {
    guard position == lines.count + 1 else { return false }
    lines.append(line)
    return true
  }

  /// Puts a store's next change into the order; the store does not hear of it.
  mutating func publish(_ durable: DurableStore<Rack>) throws -> Bool {
    guard let (change, position) = try durable.nextToPublish() else { return false }
    return insert(change.line, at: position)
  }

  func takeIn(_ durable: DurableStore<Rack>) throws -> Bool {
    let position = durable.store.sharing.position + 1
    guard position <= lines.count else { return false }
    try durable.store.apply(try SharedChange(line: lines[position - 1]), at: position)
    return true
  }

  mutating func settle(_ durable: DurableStore<Rack>) throws {
    repeat { while try takeIn(durable) {} } while try publish(durable)
  }

  /// The shared parts after all changes of the order, in a store that made none of the changes.
  func led() throws -> [UInt8] {
    let store = Store(Rack(), undoing: \.notes, \.order)
    try store.join(as: 999, startingWith: Rack())
    for (index, line) in lines.enumerated() { try store.apply(try SharedChange(line: line), at: index + 1) }
    return try store.state.sharedParts
  }
}
