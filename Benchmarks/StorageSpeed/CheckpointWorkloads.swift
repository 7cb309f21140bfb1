import Measuring
import StrataCore
import StrataStorage

/// The bytes that an hour of typing writes: `n` is the number of todos in the state.
func addCheckpointWorkloads(to suite: inout Suite) {
  suite.add(
    "checkpoints",
    "an hour of typing with pauses: a title of thirty letters, five a second, three seconds, the next; after ten, a minute"
  ) { run in
    try withPath { path in
      let (disk, ticker) = (CountedDisk(), Ticker())
      var options = OpeningOptions()
      options.sync = .onFlush
      // In simulated time the schedule is asked by hand, below.
      let pacing = options.pacing
      options.pacing = AutosavePacing(delay: .seconds(1_000_000))
      options.clock = { ticker.now }
      let initial = TodoList(count: run.n)
      let durable = try DurableStore(
        at: path,
        undoing: try UndonePart(\TodoList.todos),
        startingWith: initial,
        options: options,
        in: disk
      )
      var hour = Hour(durable, ticker, pacing, todos: run.n)
      let before = disk.written
      try hour.type()
      let written = disk.written - before
      run.record("an hour", "bytes written/byte logged", Double(written) / Double(hour.logged))
      run.record("an hour", "bytes logged", Double(hour.logged))
      run.record("an hour", "checkpoints", Double(hour.checkpoints))
      run.record("opening", "bytes to apply, at most", Double(hour.mostToApply))
      try durable.close()
      run.record("an hour, and the end", "bytes written", Double(disk.written - before))
    }
  }
}

/// A clock that stands still unless it is moved.
private final class Ticker: Sendable {
  private let time = Guarded(Timestamp(secondsSince1970: 1_700_000_000))

  var now: Timestamp { time.withLock { $0 } }
  func pass(_ duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }
}

/// An hour of a person who types, of which every save is made when its time comes.
private struct Hour {
  let durable: DurableStore<TodoList>
  let ticker: Ticker
  let todos: Int
  var random = SplitMix64(seed: 17)
  var schedule: AutosaveSchedule
  var elapsed = Duration.zero
  var due: (appointment: AutosaveSchedule.Appointment, at: Duration)?
  private(set) var (logged, checkpoints, mostToApply) = (0, 0, 0)

  init(_ durable: DurableStore<TodoList>, _ ticker: Ticker, _ pacing: AutosavePacing, todos: Int) {
    (self.durable, self.ticker, self.todos) = (durable, ticker, todos)
    schedule = AutosaveSchedule(pacing, savedRevision: durable.store.revision)
  }

  mutating func type() throws {
    var titles = 0
    while elapsed < .seconds(3_600) {
      let id = 1 + random.below(todos)
      var title = ""
      for _ in 0..<30 {
        title.unicodeScalars.append(Unicode.Scalar(UInt8(97 + random.below(26))))
        try change(id, title)
        try pass(.milliseconds(200))
      }
      titles += 1
      try pass(titles % 10 == 0 ? .seconds(60) : .seconds(3))
    }
  }

  private mutating func change(_ id: Int, _ title: String) throws {
    let before = durable.growth?.logged ?? 0
    try durable.store.send(.type(id: id, title))
    let after = durable.growth?.logged ?? 0
    logged += after - before
    mostToApply = max(mostToApply, after)
    if let appointment = schedule.changed(to: durable.store.revision) { arrange(appointment) }
  }

  private mutating func arrange(_ appointment: AutosaveSchedule.Appointment) {
    due = (appointment, elapsed + appointment.wait)
  }

  private mutating func pass(_ duration: Duration) throws {
    let end = elapsed + duration
    while let (appointment, time) = due, time <= end {
      (elapsed, due) = (time, nil)
      let growth = durable.growth
      let decision = schedule.begin(durable.store.revision, appointment: appointment.number) {
        growth?.isWorthSaving(isIdle: $0) ?? false
      }
      switch decision {
      case .save:
        try durable.flush()
        checkpoints += 1
        _ = schedule.finish(durable.store.revision, nil)
      case .wait(let next): arrange(next)
      case .rest: break
      }
    }
    elapsed = end
    ticker.pass(duration)
  }
}
