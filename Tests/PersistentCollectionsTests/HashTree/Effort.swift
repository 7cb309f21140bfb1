#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How much a random test does: a little in every run, much more where `STRATA_SOAK=1` asks for it.
enum Effort {
  static let isSoak = getenv("STRATA_SOAK").map { String(cString: $0) } == "1"

  static func episodes(_ usual: Int) -> Int { isSoak ? usual * 100 : usual }
}
