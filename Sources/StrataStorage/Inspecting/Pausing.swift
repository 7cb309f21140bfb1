#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Waits a moment.
func pause(milliseconds: Int) { usleep(UInt32(milliseconds) * 1_000) }
