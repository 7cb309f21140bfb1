#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// How many bytes the files of a workspace have.
func bytesToRead(at path: String) -> Int {
  [path, path + ".log"].reduce(0) { sum, path in
    var status = stat()
    return stat(path, &status) == 0 ? sum + Int(status.st_size) : sum
  }
}
