#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// What the variable has with which the program was started; nil where there is none.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
