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

  /// Units of work that `.ci/soak` adds up, as its table names them.
  public enum Unit: String, Sendable {
    case cut = "power cuts of a simulated disk"
    case realCut = "power cuts of an ext4 file system"
    case kill = "processes killed"
    case change = "acknowledged changes"
    case fault = "faults of a simulated disk"
    case systemCall = "system calls failed under strace"
    case fullDisk = "full disks"
    case damage = "damaged files"
    case session = "random sessions of a store"
    case merge = "random merges"
    case collection = "random sessions of a collection"
    case machine = "random sessions of several machines"
    case line = "damaged lines from other machines"
  }

  /// Says how much a test has done, where `STRATA_SOAK` is set: a line `soak: NUMBER UNIT` for `.ci/soak`.
  public static func count(_ unit: Unit, _ number: Int = 1) {
    guard dose > 0 else { return }
    print("soak: \(number) \(unit.rawValue)")
    // A trap in a later test would take the lines that are not written yet.
    fflush(nil)
  }
}
