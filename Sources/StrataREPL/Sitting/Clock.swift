import Strata
import Workspace

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

extension WallTime {
  /// What the clock shows here; nil when it is outside the years 1 to 9999.
  static func onTheWall() -> WallTime? { onTheWall(after: time(nil)) }

  /// What the clock here showed at a moment; nil when that was outside the years 1 to 9999.
  static func onTheWall(at moment: Timestamp) -> WallTime? {
    onTheWall(after: time_t(moment.nanosecondsSince1970 / 1_000_000_000))
  }

  private static func onTheWall(after seconds: time_t) -> WallTime? {
    var now = seconds
    var parts = tm()
    localtime_r(&now, &parts)
    // A leap second, which some clocks show, counts as the last one of its minute.
    let second = min(Int(parts.tm_sec), 59)
    let day = Day(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    return day.flatMap { WallTime($0, hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: second) }
  }
}
