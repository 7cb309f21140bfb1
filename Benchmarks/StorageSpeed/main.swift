import Measuring
import StrataStorage
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

var suite = Suite("StorageSpeed", sizes: [100, 1_000, 10_000], quickSizes: [100])

/// Runs `body` with a state file in a folder that is removed afterwards, and a journal of `n` todos to put there.
func withStateFile(
  ofTodos n: Int,
  _ body: (StateFile<AppState>, AppState) throws -> Double
) throws -> Double {
  let folder = FileManager.default.temporaryDirectory.appending(
    path: "strata-\(UInt64.random(in: 0 ... .max))"
  )
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  var state = AppState()
  if let day = Day(year: 2026, month: 11, day: 21) {
    try state.reduce(.journal(.startPage(day)))
  }
  for number in 1...n {
    try state.reduce(.journal(.add(title: "Write report number \(number)")))
  }
  return try body(StateFile(at: folder.appending(path: "state.json").path), state)
}

suite.add("save", "encode a journal and replace its file") { run in
  let figure = try run.median {
    try withStateFile(ofTodos: run.n) { file, state in try nanoseconds { try file.save(state) } / 1e6 }
  }
  run.record("Strata", "ms", figure)
}

suite.add("load", "read the file and decode the journal") { run in
  let figure = try run.median {
    try withStateFile(ofTodos: run.n) { file, state in
      try file.save(state)
      return try nanoseconds { blackHole(try file.load()) } / 1e6
    }
  }
  run.record("Strata", "ms", figure)
}

suite.main()
