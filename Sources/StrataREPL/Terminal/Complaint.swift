#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Says what is wrong, on the standard error.
///
/// A title can be part of it, so it is shown like a title; on a terminal it breaks between words.
func complain(_ text: String, _ style: Style = Style()) {
  let columns = Window(STDERR_FILENO)?.columns
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  complain(lines: lines.flatMap { wrapped(printable(String($0)), to: columns).map(style.bad) })
}

/// Writes lines on the standard error as they are.
func complain(lines: [String]) {
  _ = writeAll(Array(lines.map { $0 + "\n" }.joined().utf8), to: STDERR_FILENO, or: nil)
}
