/// The README's picture: bytes a step by the number of items, as a drawing that stands alone.
struct Picture {
  private let results: Results

  init(_ results: Results) { self.results = results }

  /// The chart with which the report begins, too: there small, so that its words can be read on a phone.
  func chart(_ size: (width: Double, height: Double)) -> Chart {
    Chart(
      title: "Bytes that a step keeps, edits scattered over a journal",
      xTitle: "todos in the journal",
      yTitle: "bytes a step on the live heap",
      yUnit: .bytes,
      series: results.bySize(.journal, .scattered, \.allocator),
      size: size,
      namesLines: true
    )
  }

  var svg: String {
    guard case .element(let name, let attributes, let parts) = chart((760, 380)).drawing else { return "" }
    let ground = Markup.tag("rect", ["width": "100%", "height": "100%", "fill": "var(--page)"])
    return Markup.element(name, attributes, [.tag("style", [:], Palette.style), ground] + parts).source
  }
}
