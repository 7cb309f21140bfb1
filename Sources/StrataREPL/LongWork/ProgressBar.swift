/// A line of the terminal that says how far some work is, and goes when it is over.
struct ProgressBar {
  /// How many milliseconds go by before it is shown.
  var patience: Int32 = 500
  /// How many columns there are.
  var width: () -> Int?
  /// Puts what it is given on the terminal.
  var put: (String) -> Void

  private static let most = 30

  func show(_ title: String, done: Int, of total: Int?, for time: Duration, canBeStopped: Bool) {
    let line = line(title, done: done, of: total, for: time, canBeStopped: canBeStopped, width: width() ?? 80)
    put("\r\u{1B}[K" + line)
  }

  func clear() { put("\r\u{1B}[K") }

  /// The line: what is done, a bar, and a number; in a narrow window less of it.
  func line(
    _ title: String,
    done: Int,
    of total: Int?,
    for time: Duration,
    canBeStopped: Bool = true,
    width: Int
  ) -> String {
    let hint = canBeStopped ? "  Control-C stops it" : ""
    let number: String
    let bar: String
    let room = width - 1
    if let total, total > 0 {
      // It is all there when it is over, and not before.
      let percent = min(99, max(0, Int(Double(done) / Double(total) * 100)))
      number = padded("\(percent) %", 4)
      let length = min(Self.most, max(5, room - displayWidth(title) - number.count - 4))
      let full = length * percent / 100
      bar = String(repeating: "█", count: full) + String(repeating: "░", count: length - full)
    } else {
      (number, bar) = ("\(time.components.seconds) s", "")
    }
    let parts = [title, bar, number].filter { !$0.isEmpty }
    let whole = parts.joined(separator: "  ")
    if displayWidth(whole + hint) <= room { return whole + hint }
    if displayWidth(whole) <= room { return whole }
    return cut([bar, number].filter { !$0.isEmpty }.joined(separator: " "), to: room)
  }
}
