import Dispatch
import Measuring
import StrataCore
import StrataStorage

/// The cost of following a writer, and the cost for the writer: `n` is the number of todos.
func addFollowingWorkloads(to suite: inout Suite) {
  suite.add("follow", "a change on its way to those who follow, what they cost the writer, and catching up") {
    run in
    try withPath { path in
      let durable = try opened(path, TodoList(count: run.n), .onFlush)
      var edits = Edits(count: run.n)

      // From before the change is made until an observer has it, which the system tells of it.
      let follower = try openedForReading(path)
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

      try recordOverhead(of: durable, at: path, &edits, run)

      let late = try openedForReading(path)
      let count = run.isQuick ? 2_000 : 100_000
      for _ in 0..<count { try durable.store.send(edits.next()) }
      let taken = try nanoseconds { try late.catchUp() }
      run.record("catching up", "changes/s", Double(count) / (taken / 1e9))
      guard late.position == durable.position else { throw NotTheSame() }
      let opening = try run.median { try nanoseconds { blackHole(try openedForReading(path)) } }
      let changes = Double(durable.position?.number ?? 0)
      run.record("opening", "changes/s", changes / (opening / 1e9))
    }
  }
}

/// Records the processor time of a send on its own thread while a second process follows, or does other work.
///
/// The occupations take turns, so that other work of the machine meets all of them. Followers that keep up with a
/// writer that does nothing but send keep all processors busy, and share caches and memory with the writer. So the cost
/// of followers is compared with a machine that has nothing else to do, and with a machine that is as busy with other
/// work.
private func recordOverhead(
  of durable: DurableStore<TodoList>,
  at path: String,
  _ edits: inout Edits,
  _ run: Suite.Run
) throws {
  let elsewhere = try opened(Occupation.elsewhere(from: path), TodoList(count: 1_000), .onFlush)
  var others = Edits(count: 1_000)
  for _ in 0..<1_000 { try elsewhere.store.send(others.next()) }
  try elsewhere.close()

  let (rounds, sends) = (run.isQuick ? 5 : 41, run.isQuick ? 200 : 1_000)
  let neighbours = try Neighbours(of: path)
  var costs: [Occupation: [Double]] = [:]
  for _ in 0..<rounds {
    for occupation in [Occupation.events, .looking, .elsewhere, .rest] {
      try neighbours.turn(to: occupation)
      let taken = try processorNanoseconds { for _ in 0..<sends { try durable.store.send(edits.next()) } }
      costs[occupation, default: []].append(taken / Double(sends))
    }
  }
  let middle = costs.mapValues { $0.sorted()[rounds / 2] }
  guard let alone = middle[.rest], let busy = middle[.elsewhere] else { return }
  run.record("alone", "ns/send", alone)
  run.record("beside other work", "writer overhead %", 100 * (busy / alone - 1))
  for (occupation, name) in [(Occupation.events, "20 by events"), (.looking, "20 that look now and then")] {
    guard let followed = middle[occupation] else { continue }
    run.record(name, "writer overhead %", 100 * (followed / alone - 1))
    run.record(name, "over other work %", 100 * (followed / busy - 1))
  }
  // The memory that a thousand readers hold has to fit into the machine, too.
  if run.n <= 1_000 { try recordThousand(at: path + "-thousand", run) }
}

/// Records the cost of a thousand readers for a writer that sends a hundred times a second.
///
/// Each reader looks once a second. Seconds in which the readers look are compared with seconds in which they rest.
private func recordThousand(at path: String, _ run: Suite.Run) throws {
  let durable = try opened(path, TodoList(count: run.n), .onFlush)
  var edits = Edits(count: run.n)
  let neighbours = try Neighbours(of: path)
  var costs: [Occupation: [Double]] = [:]
  let rounds = run.isQuick ? 1 : 21
  for _ in 0..<rounds {
    for occupation in [Occupation.rest, .thousandLooking] {
      try neighbours.turn(to: occupation)
      var taken = 0.0
      for _ in 0..<100 {
        DispatchSemaphore(value: 0).wait(milliseconds: 10)
        taken += try processorNanoseconds { try durable.store.send(edits.next()) }
      }
      costs[occupation, default: []].append(taken / 100)
    }
  }
  let middle = costs.mapValues { $0.sorted()[rounds / 2] }
  guard let alone = middle[.rest], let followed = middle[.thousandLooking] else { return }
  run.record("1,000 that look now and then", "writer overhead %", 100 * (followed / alone - 1))
}

extension DispatchSemaphore {
  fileprivate func wait(milliseconds: Int) { _ = wait(timeout: .now() + .milliseconds(milliseconds)) }
}
