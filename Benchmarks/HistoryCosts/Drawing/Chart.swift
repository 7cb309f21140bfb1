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
  /// Whether each line has its name at its end; where many charts share their lines, the names stand beside them.
  var namesLines = false

  private static let lineOfText = 15.0
  private var margins: (left: Double, top: Double, right: Double, bottom: Double) {
    (56, 44, namesLines ? 148 : 18, 40)
  }

  /// Whether there is anything to see: a point alone says nothing of how something grows.
  var hasLines: Bool { series.contains { $0.points.count > 1 } }

  /// The chart as a drawing for a page that has ``Palette/style``.
  var drawing: Markup {
    .tag(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "chart",
        "viewBox": "0 0 \(number(size.width)) \(number(size.height))",
        "role": "img", "aria-label": summary,
      ],
      parts
    )
  }

  /// The parts of the drawing, for a picture that is put together elsewhere.
  var parts: [Markup] {
    let series = series.filter { $0.points.count > 1 }
    let points = series.flatMap(\.points)
    let right = size.width - margins.right
    let bottom = size.height - margins.bottom
    let x = Scale(for: points.map(\.x), from: margins.left, to: right)
    let y = Scale(for: points.map(\.y), from: bottom, to: margins.top)
    let axes = [
      Axis(title: xTitle, unit: .count, scale: x, side: .bottom, across: margins.top...bottom),
      Axis(title: yTitle, unit: yUnit, scale: y, side: .left, across: margins.left...right),
    ]
    return [.tag("text", ["class": "heading", "x": "4", "y": "16"], title)] + axes.map(\.drawing)
      + series.map { line($0, x, y) } + (namesLines ? names(of: series, x, y) : [])
  }

  private var summary: String {
    "\(title): \(yTitle) by \(xTitle), for \(series.map(\.style.name).joined(separator: ", "))"
  }

  private func line(_ series: Series, _ x: Scale, _ y: Scale) -> Markup {
    let places = series.points.map { (x: x.place(of: $0.x), y: y.place(of: $0.y)) }
    let path = places.enumerated().map { index, place in
      "\(index == 0 ? "M" : "L")\(number(place.x)) \(number(place.y))"
    }
    return .tag(
      "g",
      ["class": "series \(series.style.cssClass)"],
      [.tag("path", ["d": path.joined()])] + places.map { series.style.marker(at: $0) }
    )
  }

  /// The names of lines at their ends, one below the other where these lie close together.
  private func names(of series: [Series], _ x: Scale, _ y: Scale) -> [Markup] {
    let ends = series.compactMap { series in
      series.points.last.map { (style: series.style, x: x.place(of: $0.x), y: y.place(of: $0.y)) }
    }
    var next = margins.top
    let (right, bottom) = (size.width - margins.right, size.height - margins.bottom)
    return ends.sorted { $0.y < $1.y }.enumerated().map { number, end in
      // Those below want room, too.
      let lowest = bottom - Self.lineOfText * Double(ends.count - 1 - number)
      let place = min(max(end.y, next), lowest)
      next = place + Self.lineOfText
      return name(of: end.style, at: (right + 14, place), from: (end.x, end.y))
    }
  }

  private func name(
    of style: SeriesStyle,
    at place: (x: Double, y: Double),
    from end: (x: Double, y: Double)
  ) -> Markup {
    let lead = "M\(number(end.x)) \(number(end.y))L\(number(place.x - 3)) \(number(place.y))"
    return .tag(
      "g",
      ["class": "series \(style.cssClass)"],
      [
        .tag("path", ["class": "lead", "d": lead]),
        .tag(
          "text",
          ["class": "name", "x": number(place.x), "y": number(place.y), "dy": "0.35em"],
          style.name
        ),
      ]
    )
  }
}
