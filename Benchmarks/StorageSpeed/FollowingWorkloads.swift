import Dispatch
import Measuring
import Strata
import StrataStorage

/// What following a writer takes, and what it costs the writer: `n` is the number of todos.
func addFollowingWorkloads(to suite: inout Suite) {
  suite.add("follow", "a change on its way to those who follow, what they cost the writer, and catching up") {
    run in
    try withPath { path in
      let durable = try opened(path, TodoList(count: run.n), .onFlush)
      var edits = Edits(count: run.n)
      func reader() throws -> DurableStore<TodoList> {
        var options = OpeningOptions()
        options.access = .reading
        return try DurableStore(
          at: path,
          undoing: \.todos,
          startingWith: TodoList(count: 1),
          options: options
        )
      }

      // From before the change is made until an observer has it, which the system tells of it.
      let follower = try reader()
      let heard = DispatchSemaphore(value: 0)
      let watching = follower.store.observe { _ in heard.signal() }
      let token = follower.follow()
      let latency = try median(of: run.isQuick ? 21 : 201) {
        // The follower is at rest.
        DispatchSemaphore(value: 0).wait(milliseconds: 3)
        return try nanoseconds {
          try durable.store.send(edits.next())
          heard.wait()
        }
      }
      run.record("by events", "latency ms", latency / 1e6)
      token.cancel()
      watching.cancel()

      // In turns, so that what else the machine does meets both. A processor's time, of the writer's thread alone: the
      // followers are of the same process, and need processors of their own.
      let (rounds, sends) = (run.isQuick ? 5 : 21, run.isQuick ? 200 : 1_000)
      func cost() throws -> Double {
        try processorNanoseconds { for _ in 0..<sends { try durable.store.send(edits.next()) } }
          / Double(sends)
      }
      let followers = try (0..<20).map { _ in try reader() }
      for pace in [FollowingPace.events, .every(.seconds(1))] {
        let name = pace == .events ? "20 by events" : "20 that look now and then"
        var (alone, followed): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
          alone.append(try cost())
          let tokens = followers.map { $0.follow(pace) }
          followed.append(try cost())
          withExtendedLifetime(tokens) {}
        }
        let (middle, middleFollowed) = (alone.sorted()[rounds / 2], followed.sorted()[rounds / 2])
        run.record(name, "writer overhead %", 100 * (middleFollowed / middle - 1))
        run.record(name, "ns/send alone", middle)
      }

      let late = try reader()
      let count = run.isQuick ? 2_000 : 100_000
      for _ in 0..<count { try durable.store.send(edits.next()) }
      let taken = try nanoseconds { try late.catchUp() }
      run.record("catching up", "changes/s", Double(count) / (taken / 1e9))
      guard late.position == durable.position else { throw NotTheSame() }
      let opening = try run.median { try nanoseconds { blackHole(try reader()) } }
      let changes = Double(durable.position?.number ?? 0)
      run.record("opening", "changes/s", changes / (opening / 1e9))
    }
  }
}

extension DispatchSemaphore {
  fileprivate func wait(milliseconds: Int) { _ = wait(timeout: .now() + .milliseconds(milliseconds)) }
}
