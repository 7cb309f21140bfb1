import Measuring

/// Plays a script once and looks at what it keeps, in three ways side by side.
///
/// The heap is as the process found it, so that what lies in memory is what the history has touched.
struct MemoryPass<History: HistoryStrategy> {
  /// The figures at a checkpoint.
  struct Sight {
    var steps: Int
    var structure: Double
    var allocator: Double
    var resident: Double
  }

  private(set) var sights: [Sight] = []
  /// The first checkpoint that was not reached, and why.
  private(set) var refusal: (steps: Int, reason: String)?
  /// How many bytes the heap has grown by at most.
  private(set) var growth = 0

  /// - Parameter beginning: Makes what the history begins with, which is held by the history alone.
  init(_ beginning: @autoclosure () throws -> History.Beginning, _ script: Script, _ bounds: Bounds) throws {
    var (history, script) = (History(try beginning(), for: .memory), script)
    // Memory that is allocated once, such as the plain state's own copy of the beginning, is no part of a step.
    for command in script.nextStep() { try history.carryOut(command) }
    Heap.returnSparePages()
    let structure = history.structure()
    let (live, resident) = (Heap.liveBytes, Heap.residentBytes)
    var (done, time) = (0, 0.0)
    for checkpoint in bounds.checkpoints {
      if done > 0, let reason = bounds.refusal(of: checkpoint, after: done, costs(growth, time, done)) {
        refusal = (checkpoint, reason)
        return
      }
      while done < checkpoint {
        let batch = min(checkpoint - done, 64)
        time += try processorNanoseconds {
          for _ in 0..<batch {
            for command in script.nextStep() { try history.carryOut(command) }
          }
        }
        done += batch
        growth = max(growth, Heap.liveBytes - live)
        let costs = costs(growth, time, done)
        // Steps may become dearer, so what has been predicted is looked at again; twice over is too much.
        let reason = bounds.refusal(of: checkpoint, after: done, (costs.bytes / 2, costs.nanoseconds / 2))
        if let reason, done < checkpoint {
          refusal = (checkpoint, reason)
          return
        }
      }
      Heap.returnSparePages()
      let seen = (live: Heap.liveBytes - live, resident: Heap.residentBytes - resident)
      sights.append(
        Sight(
          steps: checkpoint,
          structure: Double(history.structure() - structure) / Double(checkpoint),
          allocator: Double(seen.live) / Double(checkpoint),
          resident: Double(max(0, seen.resident)) / Double(checkpoint)
        )
      )
    }
    blackHole(history)
  }

  private func costs(_ bytes: Int, _ time: Double, _ done: Int) -> (bytes: Double, nanoseconds: Double) {
    (Double(max(0, bytes)) / Double(done), time / Double(done))
  }
}
