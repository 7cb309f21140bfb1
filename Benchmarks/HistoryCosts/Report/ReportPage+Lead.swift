import Measuring

// The page before anything is unfolded: the finding, one chart, and the look of lines.

extension ReportPage {
  /// The finding, and the chart that shows it.
  var lead: [Markup] {
    let chart = Picture(results).chart((480, 330))
    return [.tag("h1", [:], "What a history costs")]
      + [found, quick].compactMap { text in text.map { .tag("p", ["class": "found"], $0) } }
      + (chart.hasLines ? [.tag("figure", ["class": "opening"], [chart.drawing])] : [])
      + [.tag("p", ["class": "soft"], results.circumstances.sentence)]
  }

  /// The finding, in one sentence; nil if it was not measured.
  private var found: String? {
    func bytes(_ strategy: StrategyName, _ n: Int) -> String? {
      let combination = Combination(subject: .journal, scenario: .scattered, strategy: strategy, n: n)
      return results.row(of: combination)?.allocator.map(readableBytes)
    }
    guard let n = results.sizes.last(where: { bytes(.attic, $0) != nil && bytes(.deepCopies, $0) != nil }),
      let attic = bytes(.attic, n), let copy = bytes(.deepCopies, n), let command = bytes(.commands, n),
      let snapshot = bytes(.snapshots, n)
    else { return nil }
    return """
      Where titles are edited here and there among \(readableCount(n)) todos, one more step that can be undone keeps \
      \(attic) in Strata, and \(snapshot) as a snapshot alone; a command object keeps \(command), and a copy \(copy).
      """
  }

  /// That a quick run shows little; nil for another one.
  private var quick: String? {
    guard results.sizes.count == 1, let n = results.sizes.first else { return nil }
    return """
      This was a quick run, at \(readableCount(n)) items alone: how anything grows with their number it does not show.
      """
  }

  /// How the lines of all charts look, in sight wherever one is.
  var legend: Markup {
    .tag(
      "ul",
      ["class": "legend"],
      StrategyName.allCases.map { .tag("li", [:], [swatch(of: $0), .text($0.title)]) }
    )
  }

  /// The meaning of the lines, and the method of the measurement.
  var explanation: Markup {
    folded(
      "Seven ways to keep what can be undone, each given the same edits",
      [
        .tag(
          "dl",
          [:],
          StrategyName.allCases.flatMap { strategy -> [Markup] in
            [
              .tag("dt", [:], [swatch(of: strategy), .text(strategy.title)]),
              .tag("dd", ["class": "soft"], strategy.summary),
            ]
          }
        ),
        .tag(
          "p",
          [:],
          """
          All are measured as they stand: counted block by block, as the allocator's live heap, and as what the process \
          has in memory. Both axes of every chart are logarithmic. Where a line ends, the next step would have cost more \
          memory or time than a run may take; the tables at the end say which, and why.
          """
        ),
      ]
    )
  }

  private func swatch(of strategy: StrategyName) -> Markup {
    let style = SeriesStyle(strategy)
    return .tag(
      "svg",
      ["class": "chart swatch", "viewBox": "0 0 28 12", "aria-hidden": "true"],
      [
        .tag(
          "g",
          ["class": "series \(style.cssClass)"],
          [.tag("path", ["d": "M2 6h24"]), style.marker(at: (14, 6))]
        )
      ]
    )
  }
}
