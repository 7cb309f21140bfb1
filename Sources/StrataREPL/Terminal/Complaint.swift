#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Says what is wrong, on the standard error.
///
/// Somebody's title can be part of it, so it is shown like a title.
func complain(_ text: String, _ style: Style = Style()) {
  _ = writeAll(Array((style.bad(printable(text)) + "\n").utf8), to: STDERR_FILENO, or: nil)
}
