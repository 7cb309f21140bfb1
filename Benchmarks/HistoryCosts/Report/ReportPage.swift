import Measuring

/// The report as one page: it needs no other file, no network and no script.
struct ReportPage {
  private let results: Results

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
        ), .tag("body", [:], [.tag("main", [:], [lead] + sections)]),
      ]
    )
  }

  private var lead: Markup {
    .tag(
      "section",
      [:],
      [
        .tag("h1", [:], "What a history costs"),
        .tag(
          "p",
          [:],
          """
          Seven ways to keep what can be undone, each given the same edits of the same state. All are measured as they \
          stand: counted block by block, as the allocator's live heap, and as what the process has in memory. Both \
          axes of every chart are logarithmic. Where a line ends, the next step would have cost more memory or time \
          than a run may take; the tables at the end say which, and why.
          """
        ), legend, facts,
      ]
    )
  }

  private var legend: Markup {
    .tag(
      "ul",
      ["class": "legend"],
      StrategyName.allCases.map { strategy in
        let style = SeriesStyle(strategy)
        let swatch = Markup.tag(
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
        return .tag(
          "li",
          [:],
          [swatch, .tag("b", [:], strategy.title), .tag("span", ["class": "soft"], ": " + strategy.summary)]
        )
      }
    )
  }

  private var facts: Markup {
    .tag("p", ["class": "soft"], results.circumstances.sentence)
  }

  private var sections: [Markup] {
    [
      charts("Bytes a step, by the number of items", Self.bytesBySize, Scenario.allCases) {
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
      charts("Bytes a step, by the number of steps", Self.bytesBySteps, Scenario.allCases) {
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
      charts("Time of an action", Self.actions, Scenario.allCases) { subject, scenario in
        chart(scenario, "items", "time of an action", .time, results.bySize(subject, scenario, \.action))
      },
      charts("Time of an undo", Self.undos, [.oneEdit, .scattered, .bulk10]) { subject, scenario in
        chart(scenario, "items", "time of an undo, median", .time, results.bySize(subject, scenario, \.undo))
      },
      charts("Time of the longest jump", Self.jumps, [.oneEdit, .scattered, .dragging]) { subject, scenario in
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

  private func chart(
    _ scenario: Scenario,
    _ x: String,
    _ y: String,
    _ unit: Axis.Unit,
    _ series: [Chart.Series]
  ) -> Markup {
    let chart = Chart(title: scenario.rawValue, xTitle: x, yTitle: y, yUnit: unit, series: series)
    return .tag("figure", [:], [chart.drawing, .tag("figcaption", [:], scenario.summary)])
  }

  private func charts(
    _ title: String,
    _ text: String,
    _ scenarios: [Scenario],
    _ chart: (SubjectName, Scenario) -> Markup
  ) -> Markup {
    let subjects = SubjectName.allCases.filter { subject in results.order.contains { $0.subject == subject } }
    return .tag(
      "section",
      [:],
      [.tag("h2", [:], title), .tag("p", [:], text)]
        + subjects.flatMap { subject -> [Markup] in
          let known = scenarios.filter { scenario in
            results.order.contains { $0.subject == subject && $0.scenario == scenario }
          }
          return [
            .tag(
              "h3",
              [:],
              [.text(subject.rawValue), .tag("span", ["class": "soft"], ", " + subject.summary)]
            ),
            .tag("div", ["class": "grid"], known.map { chart(subject, $0) }),
          ]
        }
    )
  }

  // MARK: Tables

  private var threeWays: Markup {
    let n = results.sizes.contains(Results.longSize) ? Results.longSize : results.sizes.last ?? 0
    let rows = SubjectName.allCases.flatMap { subject in
      StrategyName.allCases.compactMap { strategy in
        results.row(of: Combination(subject: subject, scenario: .scattered, strategy: strategy, n: n))
      }
    }
    return .tag(
      "section",
      [:],
      [
        .tag("h2", [:], "Three ways to count"),
        .tag(
          "p",
          [:],
          """
          Edits scattered over \(readableCount(n)) items, after as many steps as there were, up to 10,000. What is \
          counted is blocks that are pointed to; the allocator adds what rounding and spare room take, the \
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
    return .tag(
      "section",
      [:],
      [
        .tag("h2", [:], "Bytes on the disk"),
        .tag(
          "p",
          [:],
          """
          What a step adds to the log of a store that lives on the disk, by the number of items. The log has every \
          keystroke and every move of a drag, so such a step is \(Scenario.typing.strokes) or \
          \(Scenario.dragging.strokes) lines. The other strategies have no log; above 100,000 items it is not looked at, \
          since a line names what it changes, and is no longer for what it leaves alone.
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
    return .tag(
      "section",
      [:],
      [
        .tag("h2", [:], "All figures: \(subject.rawValue)"),
        .tag(
          "p",
          [:],
          "Every combination after the most steps that it reached. Bytes and trimming are per step."
        ),
        .tag(
          "details",
          [:],
          [.tag("summary", [:], "\(rows.count) lines"), scrolling(titles, rows, words: 2)]
        ),
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
