#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Waits a moment.
func pause(milliseconds: Int) { usleep(UInt32(milliseconds) * 1_000) }
