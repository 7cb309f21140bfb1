/// Returns how many nanoseconds `body` took by a clock, which is that of monotonic time where no other one is named.
@inlinable
public func nanoseconds<Time: Clock<Duration>>(
  by clock: Time = ContinuousClock(),
  _ body: () throws -> Void
) rethrows -> Double {
  let duration = try clock.measure(body)
  return Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
}

/// Returns the middle one of `rounds` measurements, each of which prepares afresh what it then measures.
@inlinable
public func median(of rounds: Int, _ measure: () throws -> Double) rethrows -> Double {
  var figures: [Double] = []
  for _ in 0..<max(1, rounds) {
    figures.append(try measure())
  }
  figures.sort()
  let middle = figures.count / 2
  return figures.count.isMultiple(of: 2) ? (figures[middle - 1] + figures[middle]) / 2 : figures[middle]
}

/// Keeps the optimizer from removing work whose result is not read.
@inline(never)
public func blackHole<T>(_ value: borrowing T) {}
