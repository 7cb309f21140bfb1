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

/// The runs of a change, of which the foremost may be used up in part.
private struct RunReader<Run: PatchRun> {
  private var rest: ArraySlice<Run>
  /// How much of the foremost is used up.
  private var used = 0

  init(_ runs: [Run]) {
    rest = runs[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// What happens next; nil behind the last run, where everything is kept.
  var fate: RunFate<Run.Content>? { rest.first?.fate }

  /// How much it happens to.
  var length: Int { rest.first.map { $0.length - used } ?? .max }

  /// Returns what happens to the next so many, and goes on behind them.
  mutating func take(_ count: Int) throws(PatchError) -> Run {
    guard let run = rest.first else { return .kept(count) }
    let isWhole = used == 0 && count == run.length
    let part = isWhole ? run : try run.part(used..<used + count)
    used += count
    if used == run.length {
      used = 0
      rest = rest.dropFirst()
    }
    return part
  }
}
