import Dispatch
import Measuring
import StrataCore
import StrataStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

var suite = Suite("StorageSpeed", sizes: [1_000, 100_000, 1_000_000], quickSizes: [1_000])
// Decoders of other languages are measured beside it, on the very bytes that this one reads. With orjson from PyPI, in
// turns with `swift run -c release StorageSpeed --only decode --sizes 1000000 --leave todos.json`:
//
//     python3 -c 'import orjson, statistics, time, timeit
//     data = open("todos.json", "rb").read()
//     for timer in time.perf_counter, time.process_time:
//         times = timeit.repeat(lambda: orjson.loads(data), number=1, repeat=9, timer=timer)
//         print(1e3 * statistics.median(times), "ms by", timer.__name__)'
suite.ownOptions = [
  .init("--leave", "FILE", "what decode reads stays in FILE, for decoders of other languages"),
  .init("--trace", "FILE", "replay a recorded session, as the workload session"),
]

/// Runs `body` with the path of a file in a folder that is removed afterwards.
func withPath<Result>(_ body: (String) throws -> Result) throws -> Result {
  let name = "strata-\(UInt64.random(in: 0 ... .max))"
  let folder = FileManager.default.temporaryDirectory.appending(path: name)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.appending(path: "state.json").path)
}

func size(of path: String) throws -> Int { try Data(contentsOf: URL(fileURLWithPath: path)).count }

func foundationEncoded(_ list: CodedList) throws -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys]
  return try encoder.encode(list)
}

func milliseconds(_ body: () throws -> Void) rethrows -> Double { try nanoseconds(body) / 1e6 }

/// The time to make a value, which is released after the time is taken.
struct MakingTime {
  /// By the clock, which a machine that does other things stretches; and what of it this thread had a processor for.
  let milliseconds, processorMilliseconds: Double

  init<Value>(_ make: () throws -> Value) rethrows {
    var made: Value?
    var ofProcessor = 0.0
    milliseconds =
      try nanoseconds { ofProcessor = try processorNanoseconds { made = try make() } } / 1e6
    processorMilliseconds = ofProcessor / 1e6
    blackHole(made)
  }
}

extension Suite.Run {
  /// Reports what the middle one of several takes.
  func record(_ type: String, _ times: [MakingTime]) {
    func middle(_ figure: KeyPath<MakingTime, Double>) -> Double {
      times.map { $0[keyPath: figure] }.sorted()[times.count / 2]
    }
    record(type, "ms", middle(\.milliseconds))
    record(type, "processor ms", middle(\.processorMilliseconds))
  }
}

suite.add("encode", "todos by id as JSON, names in order") { run in
  let list = TodoList(count: run.n)
  let coded = CodedList(list)
  let coding = StateCoding<TodoList>()
  run.record("Strata", "ms", try run.median { try milliseconds { blackHole(try coding.encode(list)) } })
  run.record("Strata", "bytes", Double(try coding.encode(list).count))
  run.record(
    "Foundation",
    "ms",
    try run.median { try milliseconds { blackHole(try foundationEncoded(coded)) } }
  )
  run.record("Foundation", "bytes", Double(try foundationEncoded(coded).count))
}

suite.add("decode", "the same back, what was read twice for one of another kind") { run in
  let list = TodoList(count: run.n)
  let coding = StateCoding<TodoList>()
  let bytes = try coding.encode(list).bytes
  let data = Data(bytes)
  if let path = run.own["--leave"] { try data.write(to: URL(fileURLWithPath: path)) }
  // Foundation frees memory all over the heap, and the holes make any later work two or three times as slow: so
  // Foundation comes last. The processor's time says the same on a machine that does other things in between.
  var (ours, theirs): ([MakingTime], [MakingTime]) = ([], [])
  for _ in 0..<run.rounds { ours.append(try MakingTime { try coding.decoded(bytes) }) }
  for _ in 0..<run.rounds {
    theirs.append(try MakingTime { try JSONDecoder().decode(CodedList.self, from: data) })
  }
  guard try JSONDecoder().decode(CodedList.self, from: data) == CodedList(list),
    try coding.decoded(bytes) == list
  else {
    throw NotTheSame()
  }
  run.record("Strata", ours)
  run.record("Foundation", theirs)
}

suite.add("save", "replace the file durably; Foundation atomically, which is less") { run in
  let list = TodoList(count: run.n)
  let coded = CodedList(list)
  try withPath { path in
    let file = StateFile<TodoList>(at: path)
    try file.save(list)
    run.record("Strata", "ms", try run.median { try milliseconds { try file.save(list) } })
    let other = URL(fileURLWithPath: path + ".foundation")
    let figure = try run.median {
      try milliseconds { try foundationEncoded(coded).write(to: other, options: .atomic) }
    }
    run.record("Foundation", "ms", figure)
  }
}

suite.add("load", "read the file, and make the todos") { run in
  let list = TodoList(count: run.n)
  let coded = CodedList(list)
  try withPath { path in
    let file = StateFile<TodoList>(at: path)
    try file.save(list)
    run.record("Strata", "ms", try run.median { try milliseconds { blackHole(try file.load()) } })
    let other = URL(fileURLWithPath: path + ".foundation")
    try foundationEncoded(coded).write(to: other, options: .atomic)
    let figure = try run.median {
      try milliseconds { blackHole(try JSONDecoder().decode(CodedList.self, from: Data(contentsOf: other))) }
    }
    run.record("Foundation", "ms", figure)
  }
}

suite.add("send-while-saving", "the middle one of many sends, alone and while a save of all todos runs") {
  run in
  let store = Store(TodoList(count: run.n), keeping: .steps(100))
  var random = SplitMix64(seed: 11)
  func send() throws -> Double {
    let id = 1 + random.below(run.n)
    let title = "Write report \(random.below(10_000_000))"
    return try nanoseconds { try store.send(.retitle(id: id, title)) }
  }
  let count = run.isQuick ? 1_000 : 10_000
  run.record("alone", "ns/send", try median(of: count, send))
  try withPath { path in
    let file = StateFile<TodoList>(at: path)
    let (isSaved, failure) = (Guarded(false), Guarded((any Error)?.none))
    DispatchQueue.global().async {
      do { try file.save(store.state) } catch { failure.withLock { $0 = error } }
      isSaved.withLock { $0 = true }
    }
    var figures: [Double] = []
    while !isSaved.withLock({ $0 }) { figures.append(try send()) }
    if let error = failure.withLock({ $0 }) { throw error }
    run.record("while saving", "ns/send", figures.sorted()[figures.count / 2])
    run.record("while saving", "sends", Double(figures.count))
  }
}

struct NotTheSame: Error, CustomStringConvertible {
  var description: String { "what was read or remembered is not what was written" }
}

extension StateCoding {
  /// Returns the state that `bytes` encode, without the envelope of a file.
  func decoded(_ bytes: [UInt8]) throws -> State {
    try bytes.withBytes { text in
      var json = try JSONReader(text)
      return try read(&json)
    }
  }
}

addLogWorkloads(to: &suite)
addCheckpointWorkloads(to: &suite)
addFollowingWorkloads(to: &suite)
addWorkspaceWorkloads(to: &suite)
addSessionWorkloads(to: &suite)

// The process beside the one that measures what followers cost.
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == Neighbours.option {
  runNeighbours(of: CommandLine.arguments[2])
}
suite.main()
