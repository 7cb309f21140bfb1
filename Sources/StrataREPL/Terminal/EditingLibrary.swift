#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The system's libedit or readline, found when the program runs: nothing is linked, and nothing is needed.
///
/// Both have the same functions for programs that wait for more than the keyboard: a handler is installed, told of
/// every byte that can be read, and calls back when a line is whole.
struct EditingLibrary {
  typealias LineHandler = @convention(c) (UnsafeMutablePointer<CChar>?) -> Void
  typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  typealias Completer = @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> Words?

  let installHandler: @convention(c) (UnsafePointer<CChar>, LineHandler) -> Void
  let removeHandler: @convention(c) () -> Void
  let readCharacter: @convention(c) () -> Void
  let addHistory: @convention(c) (UnsafePointer<CChar>) -> CInt
  /// What has been typed so far.
  let lineBuffer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  /// Whether the library shall leave completing file names to itself.
  let completionIsOver: UnsafeMutablePointer<CInt>?
  let completer: UnsafeMutablePointer<Completer?>?
  /// Whether a completer is told where a word begins in characters, as libedit does, and not in bytes.
  let countsCharacters: Bool

  /// The names under which the libraries are known, the one with the freer licence first.
  private static var names: [String] {
    #if canImport(Darwin)
      ["/usr/lib/libedit.3.dylib", "libedit.dylib", "libreadline.dylib"]
    #else
      [
        "libedit.so.2", "libedit.so.0", "libedit.so", "libreadline.so.8", "libreadline.so.7",
        "libreadline.so",
      ]
    #endif
  }

  /// Loads a library; nil when there is none that has all it takes.
  ///
  /// - Parameter wanted: The one file that is tried, or `none`; nil for those of the system.
  init?(_ wanted: String?) {
    for name in wanted.map({ [$0] }) ?? Self.names where name != "none" {
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      if let library = EditingLibrary(handle) {
        self = library
        return
      }
      dlclose(handle)
    }
    return nil
  }

  private init?(_ handle: UnsafeMutableRawPointer) {
    guard let install = dlsym(handle, "rl_callback_handler_install"),
      let remove = dlsym(handle, "rl_callback_handler_remove"),
      let read = dlsym(handle, "rl_callback_read_char"),
      let add = dlsym(handle, "add_history"),
      let line = dlsym(handle, "rl_line_buffer")
    else { return nil }
    // The types are those that the headers of both libraries declare.
    installHandler = unsafeBitCast(
      install,
      to: (@convention(c) (UnsafePointer<CChar>, LineHandler) -> Void).self
    )
    removeHandler = unsafeBitCast(remove, to: (@convention(c) () -> Void).self)
    readCharacter = unsafeBitCast(read, to: (@convention(c) () -> Void).self)
    addHistory = unsafeBitCast(add, to: (@convention(c) (UnsafePointer<CChar>) -> CInt).self)
    lineBuffer = line.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
    completionIsOver = dlsym(handle, "rl_attempted_completion_over")?.assumingMemoryBound(to: CInt.self)
    completer = dlsym(handle, "rl_attempted_completion_function")?.assumingMemoryBound(to: Completer?.self)
    countsCharacters = dlsym(handle, "el_wline") != nil
    // A list is shown in the order that it is given in, and at once.
    dlsym(handle, "rl_sort_completion_matches")?.assumingMemoryBound(to: CInt.self).pointee = 0
    if let bind = dlsym(handle, "rl_variable_bind") {
      typealias Bind = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> CInt
      _ = unsafeBitCast(bind, to: Bind.self)("show-all-if-ambiguous", "on")
    }
    // Signals are this program's business: the libraries would end it, with nothing saved.
    dlsym(handle, "rl_catch_signals")?.assumingMemoryBound(to: CInt.self).pointee = 0
  }
}
