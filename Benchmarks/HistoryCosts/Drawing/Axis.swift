/// An axis of a chart: its scale, what its numbers are, and the lines across the chart that they stand at.
struct Axis {
  /// The unit that the numbers at the axis count.
  enum Unit: Sendable {
    case bytes, time, count
  }

  enum Side {
    case bottom, left
  }

  let title: String
  let unit: Unit
  let scale: Scale
  let side: Side
  /// The places of the other axis between which the lines go.
  let across: ClosedRange<Double>

  /// How many numbers there is room for.
  private var room: Int { side == .bottom ? 7 : 8 }

  /// Lines, numbers and title.
  var drawing: Markup {
    let ticks = scale.ticks(atMost: room)
    return .tag("g", ["class": "axis"], ticks.flatMap(line(at:)) + [titleText])
  }

  private func line(at value: Double) -> [Markup] {
    let place = number(scale.place(of: value))
    let (low, high) = (number(across.lowerBound), number(across.upperBound))
    switch side {
    case .bottom:
      return [
        .tag("line", ["x1": place, "x2": place, "y1": low, "y2": high]),
        .tag(
          "text",
          ["x": place, "y": number(across.upperBound + 14), "text-anchor": "middle"],
          label(of: value)
        ),
      ]
    case .left:
      return [
        .tag("line", ["x1": low, "x2": high, "y1": place, "y2": place]),
        .tag(
          "text",
          ["x": number(across.lowerBound - 5), "y": place, "dy": "0.35em", "text-anchor": "end"],
          label(of: value)
        ),
      ]
    }
  }

  private var titleText: Markup {
    switch side {
    case .bottom:
      .tag(
        "text",
        [
          "class": "title", "x": number((scale.start + scale.end) / 2), "y": number(across.upperBound + 30),
          "text-anchor": "middle",
        ],
        title
      )
    // Above the axis, where it can be read without turning one's head.
    case .left: .tag("text", ["class": "title", "x": "4", "y": number(scale.end - 9)], title)
    }
  }

  /// A power of ten with its unit, as short as can be.
  func label(of value: Double) -> String {
    let units: [(Double, String)] =
      switch unit {
      case .bytes: [(1, "B"), (1e3, "KB"), (1e6, "MB"), (1e9, "GB")]
      case .time: [(1, "ns"), (1e3, "µs"), (1e6, "ms"), (1e9, "s")]
      case .count: [(1, ""), (1e3, "k"), (1e6, "M")]
      }
    let (size, name) = units.last { value >= $0.0 * 0.999 } ?? units[0]
    let digits = number(value / size)
    return name.isEmpty ? digits : "\(digits) \(name)"
  }
}

/// A number as it stands in a drawing: at most two digits behind the point, and none where they say nothing.
func number(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  if hundredths % 100 == 0 { return "\(hundredths / 100)" }
  let (sign, rest) = (hundredths < 0 ? "-" : "", hundredths.magnitude)
  let fraction = rest % 100
  let digits = fraction % 10 == 0 ? "\(fraction / 10)" : (fraction < 10 ? "0\(fraction)" : "\(fraction)")
  return "\(sign)\(rest / 100).\(digits)"
}
