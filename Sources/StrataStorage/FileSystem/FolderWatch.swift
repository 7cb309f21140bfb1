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
  /// It says neither which nor how: whoever hears of it looks. Several changes may be told as one.
  final class FolderWatch: Sendable {
    private let source: Guarded<any DispatchSourceRead>

    /// - Parameters:
    ///   - path: The folder.
    ///   - queue: Where `changed` is called.
    /// - Returns: nil where the system has no room for another watch, or there is no such folder.
    init?(_ path: String, on queue: DispatchQueue, _ changed: @escaping @Sendable () -> Void) {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let events = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE)
      guard inotify_add_watch(descriptor, path, events) >= 0 else {
        _ = close(descriptor)
        return nil
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler {
        // What they say is not looked at, only taken away.
        withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { room in
          while read(descriptor, room.baseAddress, room.count) > 0 {}
        }
        changed()
      }
      source.setCancelHandler { _ = close(descriptor) }
      source.activate()
      self.source = Guarded(source)
    }

    deinit {
      source.withLock { $0.cancel() }
    }
  }
#endif
