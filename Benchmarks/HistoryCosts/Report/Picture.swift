/// The README's picture: bytes a step by the number of items, as a drawing that stands alone.
struct Picture {
  private let results: Results

  init(_ results: Results) { self.results = results }

  var svg: String {
    let chart = Chart(
      title: "Bytes that a step keeps, edits scattered over a journal",
      xTitle: "todos in the journal",
      yTitle: "bytes a step on the live heap",
      yUnit: .bytes,
      series: results.bySize(.journal, .scattered, \.allocator),
      size: (760, 380),
      hasLegend: true
    )
    guard case .element(let name, let attributes, let parts) = chart.drawing else { return "" }
    let ground = Markup.tag("rect", ["width": "100%", "height": "100%", "fill": "var(--page)"])
    return Markup.element(name, attributes, [.tag("style", [:], Palette.style), ground] + parts).source
  }
}
