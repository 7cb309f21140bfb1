/// Numbers in a column, and what they stand for.
func columns(_ rows: [(id: Int, text: String)], _ style: Style) -> [String] {
  let width = rows.map { String($0.id).count }.max() ?? 0
  return rows.map { "  \(style.faint(padded(String($0.id), width)))  \($0.text)" }
}

/// A text with blanks before it, up to a width.
func padded(_ text: String, _ width: Int) -> String {
  let missing = width - displayWidth(text)
  return missing > 0 ? String(repeating: " ", count: missing) + text : text
}

/// A text with blanks behind it, up to a width.
func filled(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - displayWidth(text)))
}

/// A number with its digits in groups of three.
func grouped(_ number: Int) -> String {
  var result = ""
  for (index, digit) in String(number.magnitude).reversed().enumerated() {
    if index > 0 && index.isMultiple(of: 3) { result = "," + result }
    result = String(digit) + result
  }
  return number < 0 ? "-" + result : result
}

/// A bar whose length says how much one number is of another.
func bar(_ part: Int, of whole: Int, width: Int) -> String {
  guard part > 0, whole > 0 else { return "" }
  let eighths = max(1, Int(Double(part) / Double(whole) * Double(width * 8)))
  let last = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
  return String(repeating: "█", count: min(eighths / 8, width)) + last
}
