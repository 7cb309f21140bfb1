// A process of its own for tests that kill it, fail its system calls, or run two of it at once.
//
//     SavingSubject count FILE N    saves N numbers, each one more than the file has; prints each when it is saved
//     SavingSubject share FILE N    the same beside others who do: a number that they have saved is not saved again
//     SavingSubject sizes FILE N    opens a store and adds three entries of N bytes; prints each id when it is acknowledged
//     SavingSubject log FILE N      opens a store and adds N entries; prints each id when it is acknowledged
//     SavingSubject folder PATH N   the same in a folder that is the document
//     SavingSubject memory FILE KIND    opens what another hand has made; prints what memory that took, see `runMemory`
//     SavingSubject limited FILE KIND N    adds three entries where the system gives little, see `runLimited`
//
// With the number of a user behind N it becomes that user first, which only the superuser's process can.

import PersistentCollections
import Platform
import StrataCore
import StrataStorage

/// The state: a number, with enough beside it for a write that can be cut in the middle.
struct Numbered: Codable {
  var number = 0
  var filler = [Int](repeating: 7, count: 2_000)
}

/// The state of a store: entries with ids that are never given out twice, also not after an undo.
struct Entries: Reducible, Described {
  var lastID = 0
  var texts: PersistentSortedMap<Int, String> = [:]

  static func describe(_ field: inout Fields<Entries>) {
    field("lastID", \.lastID)
    field("texts", \.texts)
  }

  mutating func reduce(_ text: String) {
    lastID += 1
    texts[lastID] = text
  }
}

/// Writes at once, so that whoever reads knows what was acknowledged before the process was killed.
func say(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
  var line = text + "\n"
  line.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
}

/// A call that does nothing, for whoever looks at the system calls to know where a save begins and ends.
func mark(_ text: String) {
  _ = access("/strata/\(text)", F_OK)
}

func run(_ mode: String, _ path: String, _ count: Int) throws {
  // On a busy machine the other process may have the lock for long.
  let file = StateFile<Numbered>(at: path, in: POSIXFileSystem(), patience: .seconds(300))
  var state = try file.load() ?? Numbered()
  for _ in 0..<count {
    while true {
      state.number += 1
      do throws(StateFileError) {
        mark("save-begins")
        try file.save(state)
        mark("save-ends")
        break
      } catch {
        mark("save-ends")
        guard mode == "share", case .conflict = error, let theirs = try file.load() else { throw error }
        state = theirs
      }
    }
    say("\(state.number)")
  }
}

/// Adds entries, undoes every third, and saves the state now and then.
func runLog(_ path: String, _ count: Int, inFolder isFolder: Bool = false) throws {
  var options = OpeningOptions()
  options.isFolder = isFolder
  options.pacing = AutosavePacing(delay: .milliseconds(3))
  options.keeping = .steps(20)
  let durable = try DurableStore(at: path, undoing: \Entries.texts, startingWith: Entries(), options: options)
  for number in 0..<count {
    try durable.store.send("entry \(number)")
    say("\(durable.store.state.lastID)")
    if number % 3 == 2 { try durable.store.undo() }
  }
  try durable.close()
}

/// Adds entries of a size, with nothing on the disk but the log; none of no size.
func runSizes(_ path: String, _ size: Int) throws {
  var options = OpeningOptions()
  (options.sync, options.pacing) = (.onFlush, AutosavePacing(delay: .seconds(1_000_000)))
  let durable = try DurableStore(at: path, undoing: \Entries.texts, startingWith: Entries(), options: options)
  say("\(durable.store.state.lastID)")
  for _ in 0..<(size == 0 ? 0 : 3) {
    try durable.store.send(String(repeating: "x", count: size))
    say("\(durable.store.state.lastID)")
  }
}

let arguments = CommandLine.arguments

/// Runs what the arguments ask for, and ends the process.
func end(after body: () throws -> Void) -> Never {
  do {
    try body()
  } catch {
    say("\(error)", to: STDERR_FILENO)
    exit(1)
  }
  exit(0)
}

func become(_ user: UInt32?) {
  guard let user, setgroups(0, nil) == 0, setgid(user) == 0, setuid(user) == 0 else {
    say("there is no becoming user \(user.map { "\($0)" } ?? "without a number")", to: STDERR_FILENO)
    exit(2)
  }
}

if arguments.count == 4, arguments[1] == "memory" { end { try runMemory(arguments[2], arguments[3]) } }
if arguments.count == 5, arguments[1] == "limited", let limit = UInt(arguments[4]) {
  end { try runLimited(arguments[2], arguments[3], limit) }
}
guard (4...5).contains(arguments.count), ["count", "share", "log", "folder", "sizes"].contains(arguments[1]),
  let count = Int(arguments[3])
else {
  say("usage: SavingSubject count|share|log|folder|sizes FILE N [USER]", to: STDERR_FILENO)
  exit(2)
}
if arguments.count == 5 { become(UInt32(arguments[4])) }
end {
  switch arguments[1] {
  case "log": try runLog(arguments[2], count)
  case "folder": try runLog(arguments[2], count, inFolder: true)
  case "sizes": try runSizes(arguments[2], count)
  default: try run(arguments[1], arguments[2], count)
  }
}
