/// Puts together the changes that a list or a text went through twice.
///
/// Both are read from the beginning: what the first one made of the old value is what the second one starts from.
/// What the first removed and what the second inserted do not meet; all else does, in runs of the shorter length.
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

  /// What leads from the first old value to the last new one.
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
