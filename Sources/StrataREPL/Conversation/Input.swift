import Strata

/// The lines of a person or a pipe, and of the files that these name.
final class Input {
  /// The place of a line, for an error message.
  struct Place: Equatable {
    /// The file; nil for typed or piped lines.
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

  /// The place of the last line.
  var place: Place { Place(file: sources.last?.file, line: sources.last?.line ?? 0) }

  /// Whether the lines come from a file.
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

  /// Continues with the lines of a file.
  ///
  /// - Throws: `MissingFile`, and `SourceError` for a file that cannot be read or names itself.
  func open(_ path: String) throws {
    // Without waiting for a writer: a named pipe without one has no lines.
    let file = openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      if errno == ENOENT { throw MissingFile(path: path) }
      throw SourceError(path: path, reason: "\(SystemError(errno))")
    }
    var status = stat()
    let kind = fstat(file, &status) == 0 ? status.st_mode & S_IFMT : 0
    let identity = FileNumber(status)
    let reason: String? =
      switch true {
      case kind != S_IFREG && kind != S_IFIFO: "it is not a file of lines"
      case sources.contains { $0.identity == identity }: "the file names itself"
      case sources.count > Self.deepest: "more than \(Self.deepest) files name each other"
      default: nil
      }
    if let reason {
      close(file)
      throw SourceError(path: path, reason: reason)
    }
    let lines = DescriptorLines(file, isOwned: true, signals: signals)
    sources.append(Source(lines: lines, file: path, identity: identity))
  }

  /// Leaves all files and continues with typed or piped lines.
  func leaveFiles() { sources.removeLast(sources.count - 1) }
}

/// The lines of a file cannot be run.
struct SourceError: Error, Equatable, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "Cannot run the lines of \(path): \(reason)." }
}
