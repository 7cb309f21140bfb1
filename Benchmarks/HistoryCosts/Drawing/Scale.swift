import Foundation

/// The way from numbers to places along an axis, by their logarithms: what is ten times as much is equally far.
///
/// A history's costs span six orders of magnitude: on a scale by the numbers themselves all but one would be zero.
struct Scale: Equatable, Sendable {
  /// The first and the last power of ten.
  let powers: ClosedRange<Int>
  /// The beginning and the end of the axis, in the units of the drawing.
  let start: Double
  let end: Double

  /// A scale that has room for all of these numbers, from a power of ten to a power of ten; what is not above zero has
  /// no place on it.
  init(for values: [Double], from start: Double, to end: Double) {
    let logarithms = values.filter { $0 > 0 && $0.isFinite }.map { log10($0) }
    let low = Int((logarithms.min() ?? 0).rounded(.down))
    let high = Int((logarithms.max() ?? 1).rounded(.up))
    powers = low...max(high, low + 1)
    (self.start, self.end) = (start, end)
  }

  /// The place of a number; what is below the scale stands at its beginning.
  func place(of value: Double) -> Double {
    guard value > 0 else { return start }
    let span = Double(powers.upperBound - powers.lowerBound)
    let share = (log10(value) - Double(powers.lowerBound)) / span
    return start + (end - start) * min(max(share, 0), 1)
  }

  /// Powers of ten to be written at the axis, evenly spaced, the first among them.
  func ticks(atMost count: Int) -> [Double] {
    let steps = powers.upperBound - powers.lowerBound
    let stride = max(1, (steps + max(1, count - 1) - 1) / max(1, count - 1))
    return Swift.stride(from: powers.lowerBound, through: powers.upperBound, by: stride).map {
      pow(10, Double($0))
    }
  }
}
