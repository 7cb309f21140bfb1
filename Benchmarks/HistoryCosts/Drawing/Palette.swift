/// The colours of pages and drawings, in light and in the dark.
enum Palette {
  private struct Colour {
    var name: String
    var light: String
    var dark: String
  }

  private static let colours = [
    Colour(name: "page", light: "#ffffff", dark: "#0d1117"),
    Colour(name: "ink", light: "#1f2328", dark: "#e6edf3"),
    Colour(name: "soft", light: "#59636e", dark: "#9198a1"),
    Colour(name: "line", light: "#d8dee4", dark: "#30363d"),
    Colour(name: "s0", light: "#9a6700", dark: "#d4a72c"),
    Colour(name: "s1", light: "#cf222e", dark: "#ff7b72"),
    Colour(name: "s2", light: "#6e7781", dark: "#a5adb8"),
    Colour(name: "s3", light: "#0a7d8c", dark: "#39c5cf"),
    Colour(name: "s4", light: "#8250df", dark: "#bc8cff"),
    Colour(name: "s5", light: "#0969da", dark: "#58a6ff"),
    Colour(name: "s6", light: "#1a7f37", dark: "#3fb950"),
  ]

  /// The rules that drawings need, for the page that they are on or for a drawing that stands alone.
  static var style: String {
    func variables(_ colour: (Colour) -> String) -> String {
      ":root { " + colours.map { "--\($0.name): \(colour($0));" }.joined(separator: " ") + " }"
    }
    let series = (0...6).map { ".s\($0) { --own: var(--s\($0)); }" }.joined(separator: "\n")
    return """
      \(variables(\.light))
      @media (prefers-color-scheme: dark) { \(variables(\.dark)) }
      .chart { font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif; font-size: 11px; }
      .chart text { fill: var(--soft); }
      .chart .heading { fill: var(--ink); font-size: 13px; font-weight: 600; }
      .chart .name { fill: var(--ink); }
      .axis line { stroke: var(--line); stroke-width: 1; }
      .series path { fill: none; stroke: var(--own); stroke-width: 1.6; stroke-linejoin: round; }
      .series .mark { fill: var(--own); stroke: var(--page); stroke-width: 0.8; }
      .series .lead { stroke-width: 0.8; stroke-dasharray: 1 2; }
      .s5 path, .s6 path { stroke-width: 2.6; }
      .s5 .mark, .s6 .mark, .s5 .lead, .s6 .lead { stroke-width: 0.8; }
      \(series)
      """
  }
}
