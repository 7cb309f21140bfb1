/// The runs of a change, of which the foremost may be used up in part.
struct RunReader<Run: PatchRun> {
  private var rest: ArraySlice<Run>
  /// How much of the foremost is used up.
  private var used = 0

  init(_ runs: [Run]) {
    rest = runs[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// The fate of what is next; nil behind the last run, where everything is kept.
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
