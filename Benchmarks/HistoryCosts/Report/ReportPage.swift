import Measuring

/// The report as one page: it needs no other file, no network and no script.
struct ReportPage {
  let results: Results

  init(_ results: Results) { self.results = results }

  /// The page as a file.
  var html: String { "<!DOCTYPE html>\n" + page.source }

  private var page: Markup {
    .tag(
      "html",
      ["lang": "en"],
      [
        .tag(
          "head",
          [:],
          [
            .tag("meta", ["charset": "utf-8"]),
            .tag("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            .tag("meta", ["name": "color-scheme", "content": "light dark"]),
            .tag("title", [:], "What a history costs"), .tag("style", [:], Palette.style + Self.layout),
          ]
        ), .tag("body", [:], [.tag("main", [:], lead + [legend] + sections)]),
      ]
    )
  }

  private var sections: [Markup] {
    [
      explanation,
      charts(
        "A step of Strata keeps little at any size; a copy grows with everything",
        bytesBySize,
        Scenario.allCases
      ) {
        subject,
        scenario in
        chart(
          scenario,
          "items",
          "counted bytes a step",
          .bytes,
          results.bySize(subject, scenario, \.structure)
        )
      },
      charts("The longer a history is, the less a step keeps in the attic", bytesBySteps, Scenario.allCases) {
        subject,
        scenario in
        chart(
          scenario,
          "steps",
          "counted bytes a step",
          .bytes,
          results.bySteps(subject, scenario, \.structure)
        )
      },
      threeWays,
      charts("What a store adds to an action does not grow with the state", Self.actions, Scenario.allCases) {
        subject,
        scenario in
        chart(scenario, "items", "time of an action", .time, results.bySize(subject, scenario, \.action))
      },
      charts(
        "An undo among snapshots switches a pointer, whatever the step did",
        Self.undos,
        [.oneEdit, .scattered, .bulk10]
      ) { subject, scenario in
        chart(scenario, "items", "time of an undo, median", .time, results.bySize(subject, scenario, \.undo))
      },
      charts(
        "A jump in the attic applies the steps between; among snapshots it is an undo",
        jumps,
        [.oneEdit, .scattered, .dragging]
      ) { subject, scenario in
        chart(
          scenario,
          "steps",
          "time of a jump, worst",
          .time,
          results.bySteps(subject, scenario, \.jumpWorst)
        )
      }, disk,
    ] + SubjectName.allCases.map(table)
  }

  // MARK: Charts

  /// A chart with what it is of; nil where it had no lines.
  private func chart(
    _ scenario: Scenario,
    _ x: String,
    _ y: String,
    _ unit: Axis.Unit,
    _ series: [Chart.Series]
  ) -> Markup? {
    let chart = Chart(title: scenario.rawValue, xTitle: x, yTitle: y, yUnit: unit, series: series)
    guard chart.hasLines else { return nil }
    return .tag("figure", [:], [chart.drawing, .tag("figcaption", [:], scenario.summary)])
  }

  private func charts(
    _ title: String,
    _ text: String,
    _ scenarios: [Scenario],
    _ chart: (SubjectName, Scenario) -> Markup?
  ) -> Markup {
    let parts = SubjectName.allCases.flatMap { subject -> [Markup] in
      let figures = scenarios.compactMap { chart(subject, $0) }
      if figures.isEmpty { return [] }
      return [
        .tag("h3", [:], [.text(subject.rawValue), .tag("span", ["class": "soft"], ", " + subject.summary)]),
        .tag("div", ["class": "grid"], figures),
      ]
    }
    return parts.isEmpty ? .text("") : folded(title, [.tag("p", [:], text)] + parts)
  }

  /// Returns a part of the page that a reader unfolds to learn more.
  func folded(_ title: String, _ parts: [Markup]) -> Markup {
    .tag("details", [:], [.tag("summary", [:], [.tag("h2", [:], title)])] + parts)
  }

  // MARK: Tables

  private var threeWays: Markup {
    let n = results.longSize
    let rows = SubjectName.allCases.flatMap { subject in
      StrategyName.allCases.compactMap { strategy in
        results.row(of: Combination(subject: subject, scenario: .scattered, strategy: strategy, n: n))
      }
    }
    return folded(
      "What is counted is what the heap has, save for rounding and room to spare",
      [
        .tag(
          "p",
          [:],
          """
          Edits scattered over \(readableCount(n)) items, after as many steps as there were, up to \
          \(readableCount(Results.manySteps)). What is counted is blocks that are pointed to; the allocator adds what rounding and spare room take, the \
          process whole pages.
          """
        ),
        scrolling(
          ["subject", "strategy", "steps", "counted", "live heap", "resident"],
          rows.map { row in
            [row.subject.rawValue, row.strategy.title, readableCount(row.steps)]
              + [row.structure, row.allocator, row.resident].map { $0.map(readableBytes) ?? "–" }
          },
          words: 2
        ),
      ]
    )
  }

  private var disk: Markup {
    let rows = SubjectName.allCases.flatMap { subject in
      Scenario.allCases.compactMap { scenario -> [String]? in
        let figures = results.sizes.map { n -> String in
          let rows = results.rows(
            of: Combination(subject: subject, scenario: scenario, strategy: .attic, n: n)
          )
          return rows.compactMap(\.disk).last.map(readableBytes) ?? "–"
        }
        return figures.allSatisfy { $0 == "–" } ? nil : [subject.rawValue, scenario.rawValue] + figures
      }
    }
    return folded(
      "On the disk a step is one short line",
      [
        .tag(
          "p",
          [:],
          """
          What a step adds to the log of a store that lives on the disk, by the number of items. The log has every \
          keystroke and every move of a drag, so such a step is \(Scenario.typing.strokes) or \
          \(Scenario.dragging.strokes) lines. The other strategies have no log; where a size has none, it was not looked at, since \
          a line names what it changes, and is no longer for what it leaves alone.
          """
        ),
        scrolling(
          ["subject", "scenario"] + results.sizes.map { readableCount($0) + " items" },
          rows,
          words: 2
        ),
      ]
    )
  }

  private func table(of subject: SubjectName) -> Markup {
    let ends = results.ends(of: subject)
    guard !ends.isEmpty else { return .text("") }
    let titles = [
      "scenario", "strategy", "items", "steps", "counted", "live heap", "resident", "action", "undo", "worst",
      "jump",
      "worst", "trim", "why no further",
    ]
    let rows = ends.map { combination, last, refused -> [String] in
      let bytes = [last?.structure, last?.allocator, last?.resident].map { $0.map(readableBytes) ?? "–" }
      let times = [last?.action, last?.undo, last?.undoWorst, last?.jump, last?.jumpWorst, last?.trim]
        .map { $0.map(readableTime) ?? "–" }
      return [
        combination.scenario.rawValue, combination.strategy.title, readableCount(combination.n),
        last.map { readableCount($0.steps) } ?? "–",
      ] + bytes + times + [refused?.reason ?? ""]
    }
    return folded(
      "All figures: \(subject.rawValue), \(rows.count) lines",
      [
        .tag(
          "p",
          [:],
          "Every combination after the most steps that it reached. Bytes and trimming are per step."
        ),
        scrolling(titles, rows, words: 2),
      ]
    )
  }

  /// A table that scrolls by itself where the page is narrow; the first columns are words.
  private func scrolling(_ titles: [String], _ rows: [[String]], words: Int) -> Markup {
    func cells(_ name: String, _ texts: [String]) -> [Markup] {
      texts.enumerated().map { column, text in
        let isWord = column < words || (column == texts.count - 1 && titles.last?.hasPrefix("why") == true)
        return .tag(name, isWord ? [:] : ["class": "figure"], text)
      }
    }
    return .tag(
      "div",
      ["class": "scrolling"],
      [
        .tag(
          "table",
          [:],
          [.tag("thead", [:], [.tag("tr", [:], cells("th", titles))])]
            + [.tag("tbody", [:], rows.map { .tag("tr", [:], cells("td", $0)) })]
        )
      ]
    )
  }
}
