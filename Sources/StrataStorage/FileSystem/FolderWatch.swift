#if os(Linux) || os(Android)
  import Dispatch
  import Strata

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Tells when a file in a folder was written to, made, renamed or removed, for as long as it is held.
  ///
  /// It says neither which nor how: whoever hears of it looks. Having told something it rests, and is off the folder: so a
  /// writer in a hurry pays for a hundred events a second and watch, and not for one with every write.
  final class FolderWatch: Sendable {
    /// How long a change that comes right behind another one may wait until it is told.
    static let rest = Duration.milliseconds(10)

    private let source: Guarded<any DispatchSourceRead>

    /// - Parameters:
    ///   - path: The folder.
    ///   - queue: Where `changed` is called, one thing after the other.
    /// - Returns: nil where the system has no room for another watch, or there is no such folder.
    init?(_ path: String, on queue: DispatchQueue, _ changed: @escaping @Sendable () -> Void) {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      // It is off the folder once it has told something.
      let kinds = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE)
      let events = kinds | UInt32(IN_ONESHOT)
      guard inotify_add_watch(descriptor, path, events) >= 0 else {
        _ = close(descriptor)
        return nil
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      // Where all of this happens, it is one after the other: on the queue.
      let isClosed = Guarded(false)
      let rest = DispatchTimeInterval.milliseconds(Int(Self.rest / .milliseconds(1)))
      source.setEventHandler {
        // What they say is not looked at, only taken away; that it is off the folder is one of them.
        withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { room in
          while read(descriptor, room.baseAddress, room.count) > 0 {}
        }
        changed()
        queue.asyncAfter(deadline: .now() + rest) {
          guard !isClosed.withLock({ $0 }) else { return }
          // Where there is no such folder any more, nothing is told: whoever hears of changes looks now and then, too.
          _ = inotify_add_watch(descriptor, path, events)
          // What happened meanwhile.
          changed()
        }
      }
      source.setCancelHandler {
        isClosed.withLock { $0 = true }
        _ = close(descriptor)
      }
      source.activate()
      self.source = Guarded(source)
    }

    deinit {
      source.withLock { $0.cancel() }
    }
  }
#endif
