import Platform

/// The depth of a thread's walk through a value.
///
/// A value that no reader would accept is not walked to its end: it may have more levels than a stack has room for.
enum Nesting {
  // A key is made once, and kept for as long as the process runs; what a thread keeps under it goes with the thread.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key) { free($0) }
    precondition(failure == 0, "The system has no room left for what threads keep for themselves")
    return key
  }()

  /// The address of the thread's counter: looking up the address takes less time than storing a number there.
  private static var depth: UnsafeMutablePointer<Int> {
    (pthread_getspecific(key) ?? newDepth()).assumingMemoryBound(to: Int.self)
  }

  @inline(never)
  private static func newDepth() -> UnsafeMutableRawPointer {
    guard let place = calloc(1, MemoryLayout<Int>.size), pthread_setspecific(key, place) == 0 else {
      preconditionFailure("The system has no room left for what threads keep for themselves")
    }
    place.bindMemory(to: Int.self, capacity: 1)
    return place
  }

  /// Goes a level deeper; `leave()` has to follow.
  ///
  /// - Throws: `PatchError.Reason.tooDeep` when there are more levels than a reader goes through.
  static func enter() throws(PatchError) {
    if !enterIfReadable() { throw PatchError(.tooDeep(limit: jsonDepthLimit)) }
  }

  /// Goes a level deeper, after which `leave()` has to follow; false when there are more than a reader goes through.
  static func enterIfReadable() -> Bool {
    let depth = depth
    guard depth.pointee < jsonDepthLimit else { return false }
    depth.pointee += 1
    return true
  }

  /// Returns whether a value of so many levels is readable where the walk is.
  static func hasRoom(for levels: Int) -> Bool { depth.pointee + levels <= jsonDepthLimit }

  /// Comes back from a level.
  static func leave() { depth.pointee -= 1 }
}
