import Measuring
import PersistentCollections

extension Suite.Run {
  /// Makes `steps` changes and keeps every version: reports bytes and time for a step, and for letting it go.
  ///
  /// - Parameters:
  ///   - type: The type that the figures are recorded under.
  ///   - start: The first version; it is there before anything is counted.
  ///   - empty: The value that replaces the last version before all versions are released.
  ///   - footprint: Returns the package's own measure of all versions together, to be compared with the heap.
  ///   - change: Makes the next version.
  func keepVersions<Subject>(
    of type: String,
    steps: Int,
    from start: Subject,
    empty: Subject,
    footprint: (([Subject]) -> Footprint)?,
    change: (inout Subject, Int) -> Void
  ) {
    var times: [Double] = []
    var dropTimes: [Double] = []
    var bytes = 0
    var counted = 0
    for round in 0..<rounds {
      var versions: [Subject] = []
      versions.reserveCapacity(steps + 1)
      var present = start
      versions.append(present)
      let before = Heap.liveBytes
      times.append(
        nanoseconds {
          for step in 0..<steps {
            change(&present, step)
            versions.append(present)
          }
        }
      )
      bytes = Heap.liveBytes - before
      if round == 0, let footprint {
        counted = footprint(versions).bytes - footprint([start]).bytes
      }
      present = empty
      dropTimes.append(nanoseconds { versions.removeAll() })
    }
    let count = Double(steps)
    record(type, "bytes/step", Double(bytes) / count, steps: steps)
    if footprint != nil { record(type, "footprint/step", Double(counted) / count, steps: steps) }
    record(type, "ns/step", times.sorted()[times.count / 2] / count, steps: steps)
    record(type, "drop ns", dropTimes.sorted()[times.count / 2] / count, steps: steps)
  }
}
