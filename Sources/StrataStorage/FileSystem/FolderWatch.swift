#if os(Linux) || os(Android)
  import Dispatch
  import StrataCore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Tells when a file in a folder was written to, made, renamed or removed, for as long as it is held.
  ///
  /// It says neither which file nor how: the program that hears of it looks. Having told something it rests, and is off the
  /// folder: so a writer in a hurry pays for a hundred events a second and watch, and not for one with every write.
  final class FolderWatch: Sendable {
    /// How long a change that comes right behind another one may wait until it is told.
    static let rest = Duration.milliseconds(10)

    private let source: Guarded<any DispatchSourceRead>
    private let descriptor: Int32

    /// - Parameters:
    ///   - path: The folder.
    ///   - queue: The serial queue on which `changed` is called.
    ///   - afterRest: Runs its argument on the queue after a rest.
    /// - Returns: nil where the system has no room for another watch, or there is no such folder.
    init?(
      _ path: String,
      on queue: DispatchQueue,
      afterRest: (@Sendable (@escaping @Sendable () -> Void) -> Void)? = nil,
      _ changed: @escaping @Sendable () -> Void
    ) {
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
      // All of this happens on the serial queue.
      let isClosed = Guarded(false)
      let afterRest = afterRest ?? { queue.asyncAfter(deadline: .now() + Self.rest.interval, execute: $0) }
      source.setEventHandler {
        // The events are not looked at, only taken away. One of them says that the watch is off the folder.
        withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { room in
          while read(descriptor, room.baseAddress, room.count) > 0 {}
        }
        changed()
        afterRest {
          guard !isClosed.withLock({ $0 }) else { return }
          // If the folder is gone, the watch reports nothing more: every user of a watch looks now and then, too.
          _ = inotify_add_watch(descriptor, path, events)
          // Reports the changes from before the watch was on the folder again.
          changed()
        }
      }
      source.setCancelHandler {
        isClosed.withLock { $0 = true }
        _ = close(descriptor)
      }
      source.activate()
      self.source = Guarded(source)
      self.descriptor = descriptor
    }

    /// Whether the system has told something that was not taken away yet.
    var hasEvents: Bool {
      var found = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&found, 1, 0) > 0
    }

    deinit {
      source.withLock { $0.cancel() }
    }
  }
#endif
