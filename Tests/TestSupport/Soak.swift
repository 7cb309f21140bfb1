#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How much a random test does: a little in every run, much more where `STRATA_SOAK` asks for it.
///
/// `STRATA_SOAK=1` is fifty times as much, another number that many times. It is meant for optimised builds: millions of
/// operations, minutes of time.
public enum Soak {
  private static let factor = getenv("STRATA_SOAK").flatMap { Int(String(cString: $0)) } ?? 0

  /// Whether the soak was asked for.
  public static let isOn = factor > 0

  /// Returns how far apart the cases of a test are that goes through all of them in the soak.
  public static func stride(_ usual: Int) -> Int { isOn ? 1 : usual }

  /// Returns the usual number, or many times that in the soak.
  public static func times(_ usual: Int) -> Int {
    switch factor {
    case ...0: usual
    case 1: usual * 50
    default: usual * factor
    }
  }
}
