import Workspace

/// How a text stands out on a terminal; nowhere else does it.
struct Style {
  /// Whether there are colours.
  var isColored = false
  /// How many columns there are; nil where there is no end of them.
  var width: Int?

  func strong(_ text: String) -> String { styled(text, "1") }
  func faint(_ text: String) -> String { styled(text, "2") }
  func good(_ text: String) -> String { styled(text, "32") }
  func bad(_ text: String) -> String { styled(text, "31") }

  /// A text in the colour that a person gave to something.
  func tinted(_ text: String, _ tint: Tint) -> String {
    let code =
      switch tint {
      case .blue: "34"
      case .red: "31"
      case .green: "32"
      case .orange: "38;5;208"
      case .purple: "35"
      case .pink: "38;5;205"
      case .teal: "36"
      case .yellow: "33"
      }
    return styled(text, code)
  }

  private func styled(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
