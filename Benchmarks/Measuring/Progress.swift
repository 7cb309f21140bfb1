#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A bar on the error output that says how far a long run has come; nothing where that is no terminal.
public struct Progress: Sendable {
  private let total: Int
  private let isShown: Bool

  /// Starts a bar for a number of things.
  public init(of total: Int) {
    self.total = total
    isShown = isatty(STDERR_FILENO) == 1
  }

  /// Shows that `done` things are done, and what is being done now.
  public func show(_ done: Int, _ text: String) {
    if isShown { write("\r\u{1B}[K" + Self.line(done, of: total, text)) }
  }

  /// Takes the bar away.
  public func finish() {
    if isShown { write("\r\u{1B}[K") }
  }

  /// The bar as text, such as `[██████····]  60 %  journal`.
  public static func line(_ done: Int, of total: Int, _ text: String) -> String {
    let (width, total) = (30, max(1, total))
    let done = min(max(0, done), total)
    let full = width * done / total
    let bar = String(repeating: "█", count: full) + String(repeating: "·", count: width - full)
    let percent = String(100 * done / total)
    return "[\(bar)] \(String(repeating: " ", count: 3 - percent.count))\(percent) %  \(text)"
  }

  private func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      // A bar that cannot be shown is no reason to stop.
      #if canImport(Darwin)
        _ = Darwin.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
        _ = Musl.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
      #else
        _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
      #endif
    }
  }
}
