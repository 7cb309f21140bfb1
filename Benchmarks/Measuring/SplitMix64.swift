import Platform

/// A small seeded generator: the same seed gives the same numbers on every platform and in every release.
///
/// Every benchmark and every random test draws from it, so that a figure or a failure can be repeated. Each value of
/// `STRATA_SEED` gives other sequences to the same seeds, which is how `.ci/soak` finds other cases.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence that belongs to `seed`.
  public init(seed: UInt64) {
    state = seed ^ Self.shift
  }

  /// A number that changes every seed, made of `STRATA_SEED`; 0 without it.
  private static let shift: UInt64 = {
    guard let number = getenv("STRATA_SEED").flatMap({ UInt64(String(cString: $0)) }) else { return 0 }
    return mixed(number &+ 0x9E37_79B9_7F4A_7C15)
  }()

  /// Returns the next number of the sequence.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  private static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number in `0..<bound`, quickly and with a bias that is below one in 2³² for small bounds.
  public mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
