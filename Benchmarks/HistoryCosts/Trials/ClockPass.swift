import Measuring

/// Plays the script again on a heap whose pages are there already, and looks at the time.
///
/// All times are those of this thread's processor: what else the machine does is not in them, save for its caches.
struct ClockPass<History: HistoryStrategy> {
  /// The figures at a checkpoint.
  struct Sight {
    var steps: Int
    var action: Double
    var undo: Latency
    var jump: Latency
  }

  private(set) var sights: [Sight] = []
  private(set) var refusal: (steps: Int, reason: String)?
  /// The time to forget a step, measured at the end.
  private(set) var trim: Double?

  /// How many undos are made.
  private static var undos: Int { 64 }
  /// How many jumps are made, unless they take longer than `jumpTime` together.
  private static var jumps: Int { 64 }
  private static var jumpTime: Double { 0.2e9 }

  init(_ beginning: History.Beginning, _ script: Script, _ bounds: Bounds) throws {
    var (history, script, random) = (History(beginning, for: .clocks), script, SplitMix64(seed: 7))
    for command in script.nextStep() { try history.carryOut(command) }
    var (done, time) = (0, 0.0)
    for checkpoint in bounds.checkpoints {
      if done > 0, let reason = bounds.refusal(of: checkpoint, after: done, (0, time / Double(done))) {
        refusal = (checkpoint, reason)
        break
      }
      var (segment, commands) = (0.0, 0)
      while done < checkpoint {
        var batch: [Command] = []
        while done < checkpoint && batch.count < 256 {
          batch += script.nextStep()
          done += 1
        }
        segment += try processorNanoseconds { for command in batch { try history.carryOut(command) } }
        commands += batch.count
      }
      time += segment
      let undo = try Latency(of: &history, undos: Self.undos)
      let jump = try Latency(of: &history, jumps: Self.jumps, within: Self.jumpTime, &random)
      sights.append(Sight(steps: checkpoint, action: segment / Double(commands), undo: undo, jump: jump))
    }
    let surplus = history.steps / 2
    if surplus > 0 {
      let kept = history.steps - surplus
      trim = try processorNanoseconds { try history.keep(steps: kept) } / Double(surplus)
    }
    blackHole(history)
  }
}
