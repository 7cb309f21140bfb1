import Measuring
import Strata
import StrataStorage
import StrataSync
import TestSupport
import Testing

@testable import Workspace

/// A machine: a workspace on the disk, and what is known of what it has acknowledged.
struct SharingMachine {
  let site: Int
  private let folder: TemporaryFolder
  private var opened: DurableStore<AppState>?
  private var actions: RandomActions
  private var random: SplitMix64
  /// The changes of its own that it has acknowledged.
  private(set) var acknowledged: Set<SharedChange.Name> = []
  /// Those that could not be made behind another machine's, and were told.
  private(set) var withdrawn: Set<SharedChange.Name> = []
  /// Those of which nothing was left, for another machine had done the same.
  private(set) var united: Set<SharedChange.Name> = []
  /// How often another machine was first.
  private(set) var refusals = 0
  /// How many annotations it has made, each under a title of its own: no action deletes or renames one.
  private var markCount = 0

  static let authors: [Author] = [.user, "anna"]

  init(_ site: Int) throws {
    (self.site, folder) = (site, try TemporaryFolder())
    (actions, random) = (RandomActions(seed: UInt64(site)), SplitMix64(seed: UInt64(site)))
    try open()
    try store.join(as: site, startingWith: AppState())
  }

  /// Opens the workspace; where it is open, the one who has it is as good as dead.
  mutating func open() throws {
    opened = nil
    var options = OpeningOptions()
    (options.sync, options.pacing) = (.onFlush, AutosavePacing(delay: .seconds(1_000_000)))
    // A machine that was away for ten thousand changes can still undo its steps from before.
    options.keeping = .steps(50_000)
    opened = try DurableStore(
      at: folder.file("workspace.json"),
      undoing: \.document,
      restoring: \.session.selection,
      startingWith: AppState(),
      options: options
    )
  }

  mutating func close() throws {
    try opened?.close()
    opened = nil
  }

  var durable: DurableStore<AppState> {
    guard let opened else { preconditionFailure("A machine is open but between two lines of a test") }
    return opened
  }

  var store: Store<AppState> { durable.store }

  /// The titles of the annotations of a machine's author that are there.
  func marks(of author: Author, at site: Int) -> Set<String> {
    let titles = store.state.document.canvas.annotations.values.map(\.text)
    return Set(titles.filter { $0.hasPrefix(Self.mark(of: author, at: site)) })
  }

  private static func mark(of author: Author, at site: Int) -> String { "\(site)'\(author.rawValue)\\ " }

  private mutating func acknowledge() throws {
    acknowledged.formUnion(try store.unpublished().map(\.name))
  }

  /// Makes a mark.
  mutating func mark(by author: Author) throws {
    markCount += 1
    let title = Self.mark(of: author, at: site) + "\(markCount)"
    try store.send(.canvas(.create(title, at: Point(x: 1, y: 1), color: .pink)), as: author)
    try acknowledge()
  }

  /// Does something; where it takes something back, that is its author's alone.
  mutating func edit() throws {
    let author = Self.authors[random.below(2)]
    switch random.below(8) {
    case 0, 1: try mark(by: author)
    case 2: try takeBack(by: author) { try $0.undo(by: author) }
    case 3 where random.below(2) == 0: try takeBack(by: author) { try $0.redo(by: author) }
    default:
      let action = actions.next(in: store.state)
      switch action {
      case .canvas(.delete), .canvas(.edit): break
      default: try? store.send(action, as: author)
      }
    }
    try acknowledge()
  }

  /// Takes something back, and looks at what the other authors have made, here and elsewhere.
  func takeBack(by author: Author, _ command: (Store<AppState>) throws -> Void) throws {
    let others = (1...9).flatMap { site in
      Self.authors.filter { site != self.site || $0 != author }.map { (site, $0) }
    }
    let before = others.map { marks(of: $0.1, at: $0.0) }
    // There may be none, or later steps do not let it.
    try? command(store)
    #expect(others.map { marks(of: $0.1, at: $0.0) } == before, "machine \(site) by \(author)")
  }

  /// Takes in a change from the order.
  mutating func takeIn(_ change: SharedChange) throws {
    let before = try store.unpublished()
    switch try store.apply(change, at: store.sharing.position + 1) {
    case .published(let gone), .applied(let gone): withdrawn.formUnion(gone.map(\.name))
    case .alreadyApplied: Issue.record("machine \(site): \(change.name) stands in the order twice")
    }
    let left = Set(try store.unpublished().map(\.name)).union([change.name]).union(withdrawn)
    for own in before where !left.contains(own.name) {
      // Nothing is left of it: the other change did the same.
      let (done, there) = (own.patch.changes.map(\.path), change.patch.changes.map(\.path))
      let isMet = done.allSatisfy { path in there.contains { path.starts(with: $0) || $0.starts(with: path) }
      }
      #expect(isMet, "machine \(site): \(own.name), \(own.label), is lost behind \(change.label)")
      united.insert(own.name)
    }
  }

  /// Puts own changes into the order, and takes in what it has, until there is neither.
  mutating func exchange(_ server: PostgreSQL) throws {
    var hasAll = false
    while true {
      if let (change, position) = try durable.nextToPublish() {
        if try server.insert([PostgreSQL.Line(change)], at: position) {
          try takeIn(change)
          continue
        }
        // Another one was first: it is taken in before the next attempt.
        refusals += 1
      } else if hasAll {
        return
      }
      while case let lines = try server.lines(after: store.sharing.position), !lines.isEmpty {
        for line in lines { try takeIn(SharedChange(line: line)) }
      }
      hasAll = true
    }
  }

  /// Puts an own change into the order, and dies before it hears of it; returns whether there was one.
  mutating func publishAndDie(_ server: PostgreSQL) throws -> Bool {
    for line in try server.lines(after: store.sharing.position) { try takeIn(SharedChange(line: line)) }
    guard let (change, position) = try durable.nextToPublish() else { return false }
    let isThere = try server.insert([PostgreSQL.Line(change)], at: position)
    try open()
    return isThere
  }

  /// Makes many changes, and puts many at once into the order, which has no others meanwhile.
  mutating func makeMany(_ count: Int, _ server: PostgreSQL) throws {
    for _ in 0..<(count + 9) / 10 {
      for _ in 0..<10 { try mark(by: .user) }
      let (changes, position) = (try store.unpublished(), store.sharing.position + 1)
      try durable.sync()
      #expect(try server.insert(changes.map { PostgreSQL.Line($0) }, at: position))
      for change in changes { try takeIn(change) }
    }
  }

  /// The shared document, to the byte.
  var document: [UInt8] { get throws { try PlainValue(of: store.state.document).json } }
}

extension PostgreSQL.Line {
  init(_ change: SharedChange) {
    self.init(change.line, called: "\(change.name)", by: change.author.rawValue)
  }
}
