import Measuring
import StrataCore
import StrataStorage
import Workspace

func addWorkspaceWorkloads(to suite: inout Suite) {
  suite.add(
    "open-workspace",
    "open a workspace of todos after a clean close, and make its state of the text alone"
  ) { run in
    try withPath { path in
      let initial = try workspace(of: run.n)
      func open() throws -> DurableStore<AppState> {
        try DurableStore(
          at: path,
          undoing: \.document,
          restoring: \.session.selection,
          startingWith: initial
        )
      }
      let opened = try open()
      try opened.store.send(.journal(.rename([1], "Another title")))
      try opened.close()
      let (coding, state) = (StateCoding<AppState>(), opened.store.state)
      let bytes = try coding.encode(state).bytes
      // One after the other, so that a machine that does other things in between does them to both.
      var (decoding, opening): ([MakingTime], [MakingTime]) = ([], [])
      for _ in 0..<(run.isQuick ? 1 : 7) {
        decoding.append(try MakingTime { try coding.decoded(bytes) })
        var again: DurableStore<AppState>?
        opening.append(
          try MakingTime {
            again = try open()
            return again
          }
        )
        guard let again, again.store.state.isWritten(as: state), again.store.canUndo else {
          throw NotTheSame()
        }
        try again.close()
      }
      run.record("decode", decoding)
      run.record("open", opening)
    }
  }
}

/// The example app's state with so many todos on one page.
private func workspace(of count: Int) throws -> AppState {
  var state = AppState()
  try state.reduce(.journal(.startPage(Day(year: 2026, month: 11, day: 21)!)))  // A day of the calendar.
  try state.reduce(.journal(.add((1...count).map { NewTodo("Write report \(1_000_000 + $0)") })))
  return state
}
