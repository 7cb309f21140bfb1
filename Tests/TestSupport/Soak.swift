#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How much a random test does: a little in every run, much more where `STRATA_SOAK=1` asks for it.
///
/// The soak is meant for optimised builds: millions of operations, minutes of time.
public enum Soak {
  /// Whether the soak was asked for.
  public static let isOn = getenv("STRATA_SOAK").map { String(cString: $0) } == "1"

  /// Returns the usual number, or many times that in the soak.
  public static func times(_ usual: Int) -> Int {
    isOn ? usual * 50 : usual
  }
}
