import StrataStorage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Lines to carry out: those of the person or the pipe, and of the files that these name.
final class Input {
  /// Where a line stands, for an error to say.
  struct Place: Equatable {
    /// The file; nil for what is piped in or typed.
    var file: String?
    var line: Int
  }

  /// How many files may name each other.
  static let deepest = 16

  private struct Source {
    let lines: any LineSource
    let file: String?
    let identity: FileNumber?
    var line = 0
  }

  private var sources: [Source]
  private let signals: Signals?

  init(_ lines: any LineSource, signals: Signals?) {
    sources = [Source(lines: lines, file: nil, identity: nil)]
    self.signals = signals
  }

  /// Where the last line stood.
  var place: Place { Place(file: sources.last?.file, line: sources.last?.line ?? 0) }

  /// Whether the lines come from a file that a line named.
  var isInFile: Bool { sources.count > 1 }

  func next() -> LineEvent {
    while true {
      let event = sources[sources.count - 1].lines.next()
      switch event {
      case .line, .unreadable: sources[sources.count - 1].line += 1
      case .end where isInFile:
        sources.removeLast()
        continue
      case .failed(let number) where isInFile:
        sources.removeLast()
        return .unreadable(.broken(number))
      default: break
      }
      return event
    }
  }

  /// Goes on with the lines of a file.
  ///
  /// - Throws: `NoFile` when it is not there; `NotSourced` when it cannot be read, or would go on for ever.
  func open(_ path: String) throws {
    let file = Self.descriptor(path)
    guard file >= 0 else {
      if errno == ENOENT { throw NoFile(path: path) }
      throw NotSourced(path: path, reason: "\(SystemError(errno))")
    }
    var status = stat()
    let kind = fstat(file, &status) == 0 ? status.st_mode & S_IFMT : 0
    let identity = FileNumber(status)
    let reason: String? =
      switch true {
      case kind != S_IFREG && kind != S_IFIFO: "it is no file of lines"
      case sources.contains { $0.identity == identity }: "it is being carried out already"
      case sources.count > Self.deepest: "\(Self.deepest) files name each other, which is enough"
      default: nil
      }
    if let reason {
      close(file)
      throw NotSourced(path: path, reason: reason)
    }
    let lines = DescriptorLines(file, isOwned: true, signals: signals)
    sources.append(Source(lines: lines, file: path, identity: identity))
  }

  /// Leaves all files; what comes next is the person's, or the pipe's.
  func leaveFiles() { sources.removeLast(sources.count - 1) }

  private static func descriptor(_ path: String) -> Int32 {
    // Not waiting for a writer: a named pipe without one has no lines.
    openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
  }
}

/// The lines of a file cannot be carried out.
struct NotSourced: Error, Equatable, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "The lines of \(path) were not carried out: \(reason)" }
}
