import StrataStorage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Writes a text; returns how the program ends where that cannot be done.
func put(_ text: String) -> EndStatus? {
  switch writeAll(Array(text.utf8), to: STDOUT_FILENO, or: nil) {
  case .broken(let number)?:
    complain("strata: the output cannot be written: \(SystemError(number))")
    return .outputBroken
  case nil: return nil
  default: return .outputBroken
  }
}

/// Writes lines; returns how the program ends where they cannot be written.
func say(_ lines: [String]) -> EndStatus? { put(lines.map { printable($0) + "\n" }.joined()) }
