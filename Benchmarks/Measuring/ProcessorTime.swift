#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The nanoseconds that this thread has had a processor for.
public var processorTime: Int64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Returns how many nanoseconds of a processor `body` took on this thread.
///
/// The slowest of many by the clock is whichever was interrupted; by this it is the one that had most to do.
public func processorNanoseconds(_ body: () throws -> Void) rethrows -> Double {
  let before = processorTime
  try body()
  return Double(processorTime - before)
}
