import Testing

@testable import HistoryCosts

@Suite("A chart")
struct ChartTests {
  func chart(_ series: [Chart.Series], namesLines: Bool = false) -> Chart {
    Chart(title: "T", xTitle: "items", yTitle: "bytes", yUnit: .bytes, series: series, namesLines: namesLines)
  }

  let lines = StrategyName.allCases.map { strategy in
    Chart.Series(style: SeriesStyle(strategy), points: [(100, 10), (10_000, 5e6), (1e6, 1e12)])
  }

  /// The elements of a name in a drawing, with their attributes.
  func elements(_ name: String, in piece: Markup) -> [[String: String]] {
    guard case .element(let own, let attributes, let children) = piece else { return [] }
    let values = Dictionary(uniqueKeysWithValues: attributes.map { ($0.name, $0.value) })
    return (own == name ? [values] : []) + children.flatMap { elements(name, in: $0) }
  }

  func texts(in piece: Markup) -> [String] {
    switch piece {
    case .text(let text): [text]
    case .element(_, _, let children): children.flatMap(texts(in:))
    }
  }

  @Test("Every line has its points within the frame, in its own colour and with its own mark")
  func points() throws {
    let drawing = chart(lines).drawing
    let groups = elements("g", in: drawing).filter { $0["class"]?.hasPrefix("series") == true }
    #expect(groups.compactMap { $0["class"] } == (0..<7).map { "series s\($0)" })
    let paths = elements("path", in: drawing).filter { $0["class"] == nil }.compactMap { $0["d"] }
    #expect(paths.count == 7)
    for path in paths {
      let places = path.split(whereSeparator: { $0 == "M" || $0 == "L" }).map {
        $0.split(separator: " ").compactMap { Double($0) }
      }
      #expect(places.count == 3)
      for place in places {
        #expect((56.0...382).contains(place[0]) && (44.0...230).contains(place[1]), "\(place)")
      }
      #expect(places[0][0] < places[1][0] && places[1][0] < places[2][0])
      #expect(places[0][1] > places[1][1] && places[1][1] > places[2][1])
    }
    let marks = elements("path", in: drawing).compactMap { $0["class"] == "mark" ? $0["d"] : nil }
    #expect(marks.count + elements("circle", in: drawing).count == 21)
  }

  @Test("Axes have titles and units, and no two numbers of one stand on each other")
  func axes() {
    let drawing = chart(lines).drawing
    let texts = texts(in: drawing)
    for text in ["T", "items", "bytes", "100", "1 M", "10 B"] { #expect(texts.contains(text), "\(text)") }
    let labels = elements("text", in: drawing)
    let left = labels.filter { $0["text-anchor"] == "end" }.compactMap { $0["y"].flatMap(Double.init) }
      .sorted()
    #expect(left.count >= 4 && zip(left, left.dropFirst()).allSatisfy { $1 - $0 > 12 })
    let bottom = labels.filter { $0["text-anchor"] == "middle" && $0["class"] == nil }
      .compactMap { $0["x"].flatMap(Double.init) }.sorted()
    #expect(bottom.count >= 4 && zip(bottom, bottom.dropFirst()).allSatisfy { $1 - $0 > 36 })
  }

  @Test("A series of fewer than two points is no line, and leaves no mark")
  func gaps() {
    let style = SeriesStyle(.attic)
    let alone = chart([
      Chart.Series(style: style, points: []), Chart.Series(style: style, points: [(10, 10)]),
    ])
    #expect(!alone.hasLines && chart(lines).hasLines)
    #expect(elements("path", in: alone.drawing).isEmpty)
  }

  @Test("A chart that stands alone names each line at its end, no two names on each other")
  func names() throws {
    let drawing = chart(lines, namesLines: true).drawing
    for strategy in StrategyName.allCases { #expect(texts(in: drawing).contains(strategy.title)) }
    let names = elements("text", in: drawing).filter { $0["class"] == "name" }
    let box = try #require(
      elements("svg", in: drawing)[0]["viewBox"]?.split(separator: " ").compactMap { Double($0) }
    )
    for name in names { #expect(try #require(name["x"].flatMap(Double.init)) <= box[2] - 130) }
    // Also where all of them end in one place, in the middle or at the bottom.
    for end in [1e3, 1e12, 10] {
      let meeting = lines.map { Chart.Series(style: $0.style, points: [(100, 10), (1e6, end)]) }
      for series in [
        lines, meeting,
        meeting + [Chart.Series(style: SeriesStyle(.attic), points: [(100, 1e12), (1e6, 1e12)])],
      ] {
        let drawing = chart(series, namesLines: true).drawing
        let places = elements("text", in: drawing).filter { $0["class"] == "name" }
          .compactMap { $0["y"].flatMap(Double.init) }.sorted()
        #expect(places.count == series.count)
        #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 > 14 })
        #expect(places.allSatisfy { (40.0...232).contains($0) }, "\(places)")
      }
    }
  }
}
