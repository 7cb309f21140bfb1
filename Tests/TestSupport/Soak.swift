import Platform

/// How much a test does: a little in every run, more where `STRATA_SOAK` asks for it.
///
/// `STRATA_SOAK=1` is the whole soak, for optimised builds: fifty times as much of what is random, all of what goes through
/// cases, and the largest of what has a size. From 2 to 49 it is a dose: that many times as much of what is random, and
/// that many times as many of the cases.
public enum Soak {
  private static let dose = getenv("STRATA_SOAK").flatMap { Int(String(cString: $0)) } ?? 0
  private static let factor = dose == 1 ? 50 : max(1, dose)

  /// Whether the whole soak was asked for.
  public static let isOn = factor >= 50

  /// Returns how far apart the cases of a test are that goes through all of them in the whole soak.
  public static func stride(_ usual: Int) -> Int { isOn ? 1 : max(1, usual / factor) }

  /// Returns the usual, or the other where more than a usual run is asked for: for what has a size of its own.
  public static func pick<Value>(_ usual: Value, more: Value) -> Value { factor > 1 ? more : usual }

  /// Returns the usual number, or many times that in the soak.
  public static func times(_ usual: Int) -> Int { usual * factor }
}
