#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

struct SmallStackRefused: Error {
  var number: Int32
}

/// Runs `body` on a thread whose stack has 512 KB, and waits for it.
func withSmallStack(_ body: @escaping @Sendable () -> Void) throws {
  final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, 512 << 10)
  let work = Unmanaged.passRetained(Work(body)).toOpaque()
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let failure = pthread_create(
    &thread,
    &attributes,
    { argument in
      // Taken back just as it was handed over above; the type of the argument differs between platforms.
      let opaque: UnsafeMutableRawPointer? = argument
      guard let opaque else { return nil }
      Unmanaged<Work>.fromOpaque(opaque).takeRetainedValue().body()
      return nil
    },
    work
  )
  guard failure == 0 else { throw SmallStackRefused(number: failure) }
  #if canImport(Darwin)
    if let thread { pthread_join(thread, nil) }
  #else
    pthread_join(thread, nil)
  #endif
}
