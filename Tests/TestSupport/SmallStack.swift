import Platform

/// The system gave no thread, and the number of its reason.
public struct NoThread: Error {
  /// The number, as in `errno.h`.
  public let number: Int32
}

/// How large the stack is: 512 KB, or as many as `STRATA_STACK_KB` says, for the thread sanitizer's frames are larger.
private let stackBytes = (getenv("STRATA_STACK_KB").flatMap { Int(String(cString: $0)) } ?? 512) << 10

/// Runs `body` on a thread of its own whose stack has 512 KB, and returns what it returned.
///
/// - Parameter factor: How many times as large the stack is where code is not optimised, whose frames are larger.
/// - Throws: `NoThread` when there is no such thread to be had.
public func onSmallStack<Value>(unoptimised factor: Int = 1, _ body: () -> Value) throws -> Value {
  var value: Value?
  try withoutActuallyEscaping({ value = body() }) { body in
    let work = Work(body)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    #if DEBUG
      pthread_attr_setstacksize(&attributes, stackBytes * factor)
    #else
      pthread_attr_setstacksize(&attributes, stackBytes)
    #endif
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // The thread ends before this function does, so it may borrow the work.
    let number = pthread_create(&thread, &attributes, run, Unmanaged.passUnretained(work).toOpaque())
    guard number == 0 else { throw NoThread(number: number) }
    #if canImport(Darwin)
      if let thread { pthread_join(thread, nil) }
    #else
      pthread_join(thread, nil)
    #endif
    withExtendedLifetime(work) {}
  }
  guard let value else { preconditionFailure("A thread that was joined has run its body") }
  return value
}

/// Something to do, behind a pointer that C can pass on.
private final class Work {
  let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }
}

#if canImport(Darwin)
  private func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(context).takeUnretainedValue().body()
    return nil
  }
#else
  private func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<Work>.fromOpaque(context).takeUnretainedValue().body() }
    return nil
  }
#endif
