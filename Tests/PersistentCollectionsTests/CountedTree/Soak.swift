#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How much longer random tests run in the soak, which is meant for optimised builds.
enum Soak {
  static let isOn = getenv("STRATA_SOAK").map { String(cString: $0) } == "1"

  static func times(_ count: Int) -> Int {
    isOn ? count * 50 : count
  }
}
