/// Lines over two logarithmic axes.
struct Chart {
  /// A line of a chart.
  struct Series {
    var style: SeriesStyle
    var points: [(x: Double, y: Double)]
  }

  var title: String
  var xTitle: String
  var yTitle: String
  var yUnit: Axis.Unit
  var series: [Series]
  var size = (width: 400.0, height: 270.0)
  /// Whether the names of the lines stand in the drawing; where many charts share their lines, they stand beside them.
  var hasLegend = false

  private static let margins = (left: 56.0, top: 44.0, right: 18.0, bottom: 40.0)
  private static let legendLine = 20.0

  private var legendColumns: Int { size.width < 600 ? 3 : 4 }
  private var legendHeight: Double {
    hasLegend ? Self.legendLine * Double((series.count + legendColumns - 1) / legendColumns) + 8 : 0
  }

  /// The chart as a drawing for a page that has ``Palette/style``.
  var drawing: Markup {
    let total = size.height + legendHeight
    return .tag(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "chart",
        "viewBox": "0 0 \(number(size.width)) \(number(total))",
        "role": "img", "aria-label": summary,
      ],
      parts
    )
  }

  /// What is in the drawing, for a picture that is put together elsewhere.
  var parts: [Markup] {
    let points = series.flatMap(\.points)
    let right = size.width - Self.margins.right
    let bottom = size.height - Self.margins.bottom
    let x = Scale(for: points.map(\.x), from: Self.margins.left, to: right)
    let y = Scale(for: points.map(\.y), from: bottom, to: Self.margins.top)
    let axes = [
      Axis(title: xTitle, unit: .count, scale: x, side: .bottom, across: Self.margins.top...bottom),
      Axis(title: yTitle, unit: yUnit, scale: y, side: .left, across: Self.margins.left...right),
    ]
    return [.tag("text", ["class": "heading", "x": "4", "y": "16"], title)] + axes.map(\.drawing)
      + series.map { line($0, x, y) } + legend
  }

  private var summary: String {
    "\(title): \(yTitle) by \(xTitle), for \(series.map(\.style.name).joined(separator: ", "))"
  }

  private func line(_ series: Series, _ x: Scale, _ y: Scale) -> Markup {
    let places = series.points.map { (x: x.place(of: $0.x), y: y.place(of: $0.y)) }
    let path = places.enumerated().map { index, place in
      "\(index == 0 ? "M" : "L")\(number(place.x)) \(number(place.y))"
    }
    let lines = places.count > 1 ? [Markup.tag("path", ["d": path.joined()])] : []
    return .tag(
      "g",
      ["class": "series \(series.style.cssClass)"],
      lines + places.map { series.style.marker(at: $0) }
    )
  }

  private var legend: [Markup] {
    guard hasLegend else { return [] }
    let width = (size.width - 16) / Double(legendColumns)
    return series.enumerated().map { index, series in
      let x = 10 + width * Double(index % legendColumns)
      let y = size.height + 8 + Self.legendLine * Double(index / legendColumns)
      return .tag(
        "g",
        ["class": "series \(series.style.cssClass)"],
        [
          .tag("path", ["d": "M\(number(x)) \(number(y))h22"]), series.style.marker(at: (x + 11, y)),
          .tag(
            "text",
            ["class": "name", "x": number(x + 28), "y": number(y), "dy": "0.35em"],
            series.style.name
          ),
        ]
      )
    }
  }
}
