/// Composes two changes of a list or a text, the second made after the first.
///
/// Both are read from the beginning: the value that the first change ends with is the one that the second begins with.
/// Content that the first removed never meets content that the second inserted; all other runs meet, in pieces of the
/// shorter length.
struct RunComposition<Run: PatchRun> {
  private var first: RunReader<Run>
  private var second: RunReader<Run>
  private var runs = NormalRuns<Run>()
  /// The position in the value between the two changes, for messages.
  private var position = 0

  init(_ first: [Run], _ second: [Run]) {
    self.first = RunReader(first)
    self.second = RunReader(second)
  }

  /// The composed runs, from the first old value to the last new one.
  consuming func composed() throws(PatchError) -> [Run] {
    var composition = self
    while !composition.first.isAtEnd || !composition.second.isAtEnd {
      do throws(PatchError) {
        try composition.goOn()
      } catch {
        throw error.inside(.position(composition.position))
      }
    }
    return composition.runs.runs
  }

  private mutating func goOn() throws(PatchError) {
    if case .removed? = first.fate {
      runs.append(try first.take(first.length))
    } else if case .inserted? = second.fate {
      runs.append(try second.take(second.length))
    } else {
      let length = min(first.length, second.length)
      let (made, used) = (try first.take(length), try second.take(length))
      if let run = try made.followed(by: used) { runs.append(run) }
      position += length
    }
  }
}
