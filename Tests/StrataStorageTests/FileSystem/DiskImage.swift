import StrataStorage

/// The contents of a simulated disk, as stored and as the system shows them: the two differ until a sync.
struct DiskImage: Sendable {
  /// A file, a link, or a folder.
  struct Node: Equatable, Sendable {
    var kind: FileKind
    var mode: UInt32
    var owner = FileOwner(user: 7, group: 7)
    var modified: Int64 = 0
    /// A file's bytes, or where a link leads, as the system shows them.
    var bytes: [UInt8] = []
    /// The bytes that a power cut leaves for certain.
    var durableBytes: [UInt8] = []
    /// Whether a sync has something to do. After one that failed it has not: the system takes the bytes for clean.
    var isDirty = false

    /// A folder's names as the system shows them.
    var entries: [String: Int] = [:]
    /// The names that a power cut leaves for certain, save for the changes below.
    var durableEntries: [String: Int] = [:]
    /// The changes of names since the last sync; a power cut keeps any of the changes and drops the others.
    var pending: [(change: EntryChange, isLost: Bool)] = []

    static func == (left: Node, right: Node) -> Bool {
      left.kind == right.kind && left.bytes == right.bytes && left.entries == right.entries
    }
  }

  /// A change of a folder's names, which happens as a whole or not at all.
  struct EntryChange: Sendable {
    var removed: String?
    var added: (name: String, node: Int)?

    func apply(to entries: inout [String: Int]) {
      if let removed { entries[removed] = nil }
      if let added { entries[added.name] = added.node }
    }
  }

  static let root = 0
  var nodes: [Int: Node]
  private(set) var newest = root
  private(set) var time: Int64 = 0
  /// How often names were changed.
  private var changes: Int64 = 0
  /// How far its clock goes from one moment to the next: not at all where it stands still, back where it is below zero.
  var pace: Int64 = 1

  /// An empty disk.
  init() {
    nodes = [Self.root: Node(kind: .folder, mode: 0o755)]
  }

  /// The next moment of the disk's clock.
  mutating func tick() -> Int64 {
    time += pace
    return time
  }

  /// Adds a node that has no name yet.
  mutating func add(_ node: Node) -> Int {
    var node = node
    node.modified = tick()
    newest += 1
    nodes[newest] = node
    return newest
  }

  /// Changes a folder's names, durably only after its next sync.
  mutating func change(_ folder: Int, _ change: EntryChange) {
    change.apply(to: &nodes[folder]!.entries)  // The caller has looked the folder up.
    // Another time whatever the pace: where a clock stands still, a folder's time is not over.
    changes += 1
    nodes[folder]?.modified = changes
    nodes[folder]?.pending.append((change, false))
  }

  /// Renames the folder `/d` to `/moved`, and makes another one in its place.
  mutating func moveFolder() {
    guard let folder = nodes[Self.root]?.entries["d"] else { return }
    let other = add(Node(kind: .folder, mode: 0o755))
    change(Self.root, EntryChange(removed: "d", added: ("moved", folder)))
    change(Self.root, EntryChange(added: ("d", other)))
  }

  mutating func sync(_ number: Int) {
    guard var node = nodes[number] else { return }
    if node.isDirty { node.durableBytes = node.bytes }
    node.isDirty = false
    for (change, isLost) in node.pending where !isLost { change.apply(to: &node.durableEntries) }
    node.pending = []
    nodes[number] = node
  }

  /// Plays a failing sync: later syncs have nothing to do, and none of the changes is certain to be on the disk.
  mutating func failSync(_ number: Int) {
    nodes[number]?.isDirty = false
    guard let pending = nodes[number]?.pending else { return }
    nodes[number]?.pending = pending.map { ($0.change, true) }
  }

  /// The bytes of the file at a path from the root, as the system shows them; nil when there is none.
  func bytes(of path: String) -> [UInt8]? {
    var number = Self.root
    for name in path.split(separator: "/") {
      guard let next = nodes[number]?.entries[String(name)] else { return nil }
      number = next
    }
    return nodes[number]?.bytes
  }

  /// A file, a link or a folder as the system shows it.
  struct Shown: Hashable {
    var path: String
    var kind: FileKind
    var mode: UInt32
    var owner: FileOwner
    var modified: Int64
    var bytes: [UInt8]
  }

  /// All that the system shows, from the root on: where that is the same, every call has the same answer.
  var shown: [Shown] {
    func shown(_ number: Int, _ path: String) -> [Shown] {
      guard let node = nodes[number] else { return [] }
      let own = Shown(
        path: path,
        kind: node.kind,
        mode: node.mode,
        owner: node.owner,
        modified: node.modified,
        bytes: node.bytes
      )
      return node.entries.sorted { $0.key < $1.key }.reduce(into: [own]) { all, entry in
        all += shown(entry.value, path + "/" + entry.key)
      }
    }
    return shown(Self.root, "")
  }

  /// The names in the folder at a path from the root, sorted.
  func names(in path: String) -> [String] {
    var number = Self.root
    for name in path.split(separator: "/") {
      guard let next = nodes[number]?.entries[String(name)] else { return [] }
      number = next
    }
    return nodes[number]?.entries.keys.sorted() ?? []
  }
}
