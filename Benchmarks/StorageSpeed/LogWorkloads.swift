import Measuring
import PersistentCollections
import StrataCore
import StrataStorage

/// The cost of a log: `n` is the number of todos, `changes` the number of lines.
func addLogWorkloads(to suite: inout Suite) {
  for (name, policy) in [
    ("append-each", SyncPolicy.everyChange), ("append-interval", .interval(.milliseconds(100))),
    ("append-flush", .onFlush),
  ] {
    suite.add(name, "a change in the log, synced: \(name.dropFirst(7)); the middle of many, and the slowest")
    { run in
      try withPath { path in
        let durable = try opened(path, TodoList(count: run.n), policy)
        var edits = Edits(count: run.n)
        let count = run.isQuick ? 300 : policy == .everyChange ? 1_000 : 10_000
        var figures: [Double] = []
        for _ in 0..<count { figures.append(try nanoseconds { try durable.store.send(edits.next()) }) }
        figures.sort()
        run.record("logged", "ns/send", figures[count / 2])
        run.record("logged", "ns, slowest", figures[count - 1])
        let plain = Store(TodoList(count: run.n), undoing: \.self, keeping: .steps(10_000))
        let alone = try median(of: count) { try nanoseconds { try plain.send(edits.next()) } }
        run.record("in memory", "ns/send", alone)
      }
    }
  }

  suite.add("bytes-on-disk", "what an edited todo adds to the log") { run in
    try withPath { path in
      let durable = try opened(path, TodoList(count: run.n), .onFlush)
      var edits = Edits(count: run.n)
      let before = try size(of: path + ".log")
      let count = run.isQuick ? 300 : 10_000
      for _ in 0..<count { try durable.store.send(edits.next()) }
      run.record("log", "bytes/change", Double(try size(of: path + ".log") - before) / Double(count))
      try durable.flush()
      run.record("log, in pages", "bytes/change", Double(try size(of: path + ".log")) / Double(count))
      run.record("state", "bytes/todo", Double(try size(of: path)) / Double(run.n))
    }
  }

  suite.add("open", "open a log of changes: those before the state are indexed, those after it applied") {
    run in
    let count = run.isQuick ? 2_000 : run.n == 1_000 ? 1_000_000 : 100_000
    for isSaved in [true, false] {
      try withPath { path in
        var durable: DurableStore<TodoList>? = try opened(path, TodoList(count: run.n), .onFlush)
        var edits = Edits(count: run.n)
        for _ in 0..<count { try durable?.store.send(edits.next()) }
        if isSaved { try durable?.flush() }
        durable = nil
        // The time to load the state is no cost of the log.
        let load = try run.median { try nanoseconds { blackHole(try StateFile<TodoList>(at: path).load()) } }
        var moments = 0
        let open = try run.median {
          try nanoseconds {
            let again = try opened(path, TodoList(count: 1), .onFlush)
            moments = again.store.timeline.count
          }
        }
        guard moments == count + 1 else { throw NotTheSame() }
        let name = isSaved ? "verified and indexed" : "applied, too"
        run.record(name, "ns/change", max(0, open - load) / Double(count))
        if isSaved {
          let (again, kept) = try Heap.growth { try opened(path, TodoList(count: 1), .onFlush) }
          withExtendedLifetime(again) { run.record(name, "bytes kept/change", Double(kept) / Double(count)) }
          run.record(name, "changes", Double(count))
        }
      }
    }
  }

  suite.add("checksum", "the checksum of a megabyte") { run in
    let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    run.record(
      "CRC-32C",
      "ns/byte",
      run.median { nanoseconds { blackHole(crc(bytes)) } } / Double(bytes.count)
    )
  }
}

/// A store of todos that is saved when it is told to.
func opened(
  _ path: String,
  _ initial: @autoclosure () -> TodoList,
  _ sync: SyncPolicy
) throws -> DurableStore<TodoList> {
  var options = OpeningOptions()
  options.sync = sync
  options.keeping = .all
  options.pacing = AutosavePacing(delay: .seconds(1_000_000))
  return try DurableStore(at: path, undoing: \.todos, startingWith: initial(), options: options)
}

/// Another store of the same files, which only reads.
func openedForReading(_ path: String) throws -> DurableStore<TodoList> {
  var options = OpeningOptions()
  options.access = .reading
  return try DurableStore(at: path, undoing: \.todos, startingWith: TodoList(count: 1), options: options)
}

/// Edits of random todos, with labels and titles that differ.
struct Edits {
  var random = SplitMix64(seed: 11)
  let count: Int

  init(count: Int) { self.count = count }

  mutating func next() -> TodoList.Action {
    .retitle(id: 1 + random.below(count), "Write report \(random.below(10_000_000))")
  }
}

private func crc(_ bytes: [UInt8]) -> UInt32 {
  var checksum = Checksum()
  bytes.withBytes { checksum.add($0) }
  return checksum.value
}
