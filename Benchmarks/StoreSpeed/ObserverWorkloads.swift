import Measuring
import StrataCore

/// The cost of observers for a sender.
enum ObserverWorkloads {
  static func add(to suite: inout Suite) {
    suite.add(
      "observers",
      "rename todos among n with or without observers of the titles or the selection"
    ) {
      run in
      let edits = TodoList.edits(1_000, among: run.n)
      for count in [0, 1, 10, run.isQuick ? 100 : 10_000] {
        // A thousand titles that are read by each of thousands say nothing about the store.
        for (part, observe) in parts where count > 0 ? count <= 10 || part == "selection" : part == "titles" {
          let store = Store(TodoList(count: run.n), undoing: \.titles, keeping: .steps(1_000))
          let tokens = (0..<count).map { _ in observe(store) }
          let figure = try run.median {
            try nanoseconds { for edit in edits { try store.send(edit) } } / Double(edits.count)
          }
          let name = count == 0 ? "no observer" : "\(count) observing the \(part)"
          run.record("Store<TodoList>, \(name)", "ns/action", figure)
          for token in tokens { token.cancel() }
        }
      }
    }
  }

  private static let parts: [(name: String, observe: @Sendable (Store<TodoList>) -> ObservationToken)] = [
    ("titles", { $0.observe(\.titles) { _, new in blackHole(new) } }),
    ("selection", { $0.observe(\.selection) { _, new in blackHole(new) } }),
  ]
}
