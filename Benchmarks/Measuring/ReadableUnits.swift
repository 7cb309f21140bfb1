/// Writes a number of bytes for people: in the greatest unit of which it has one.
public func readableBytes(_ bytes: Double) -> String {
  inUnits(bytes, [("B", 1), ("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12)])
}

/// Writes a time for people that is given in nanoseconds.
public func readableTime(_ nanoseconds: Double) -> String {
  inUnits(nanoseconds, [("ns", 1), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)])
}

/// Writes a whole number for people: thousands apart.
public func readableCount(_ count: Int) -> String {
  count.magnitude < 100 ? "\(count)" : readable(Double(count))
}

private func inUnits(_ value: Double, _ units: [(name: String, size: Double)]) -> String {
  let unit = units.last { value.magnitude >= $0.size } ?? units[0]
  let scaled = value / unit.size
  let digits = scaled == scaled.rounded() && scaled.magnitude < 1000 ? "\(Int(scaled))" : readable(scaled)
  return "\(digits) \(unit.name)"
}
