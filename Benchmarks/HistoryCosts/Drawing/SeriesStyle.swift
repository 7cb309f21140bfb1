/// How a line looks: its colour, and a mark of a shape of its own for those who do not tell colours apart.
struct SeriesStyle: Equatable, Sendable {
  let name: String
  /// The number of the colour in ``Palette``, and of the mark.
  let index: Int

  var cssClass: String { "s\(index)" }

  init(name: String, index: Int) { (self.name, self.index) = (name, index) }

  /// The strategies look the same in all charts.
  init(_ strategy: StrategyName) {
    self.init(name: strategy.title, index: StrategyName.allCases.firstIndex(of: strategy) ?? 0)
  }

  /// The mark at a place.
  func marker(at place: (x: Double, y: Double)) -> Markup {
    let (x, y) = place
    func path(_ d: String) -> Markup {
      .tag("path", ["class": "mark", "d": "M\(number(x)) \(number(y))" + d])
    }
    switch index % 7 {
    case 0: return path("m-3 -3h6v6h-6z")
    case 1: return path("m0 -4l4 4l-4 4l-4 -4z")
    case 2: return path("m0 -4l3.6 6.4h-7.2z")
    case 3: return path("m0 4l3.6 -6.4h-7.2z")
    case 4: return path("m-1.3 -4h2.6v2.7h2.7v2.6h-2.7v2.7h-2.6v-2.7h-2.7v-2.6h2.7z")
    case 5: return .tag("circle", ["class": "mark", "cx": number(x), "cy": number(y), "r": "3.6"])
    default: return path("m0 -4.4l1.3 2.7l3 .4l-2.2 2.1l.6 3l-2.7 -1.5l-2.7 1.5l.6 -3l-2.2 -2.1l3 -.4z")
    }
  }
}
