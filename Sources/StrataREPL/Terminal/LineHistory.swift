#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The lines that were typed before, in a file of the user's own.
struct LineHistory {
  /// How many lines are kept.
  static let longest = 1000

  let path: String

  init(path: String) { self.path = path }

  /// The one of this name in the data directory, which is made where it is missing; nil where there is no place for it.
  init?(named name: String) {
    guard let directory = try? DataDirectory.path(environment) else { return nil }
    try? DataDirectory.make(directory)  // Without one, no line is kept.
    path = "\(directory)/\(name)"
  }

  /// The lines of earlier sittings, the oldest first; none where there is no such file, or it is none of ours.
  ///
  /// A file that has grown long is written anew with what is kept of it.
  func lines() -> [String] {
    guard let file = open(O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) else { return [] }
    let source = DescriptorLines(file, isOwned: true, signals: nil)
    var (lines, count) = ([String](), 0)
    reading: while true {
      switch source.next() {
      case .line(let line):
        count += 1
        lines.append(line)
        if lines.count >= 2 * Self.longest { lines.removeFirst(Self.longest) }
      case .unreadable, .signal: count += 1
      case .end, .failed, .unheard: break reading
      }
    }
    lines = lines.suffix(Self.longest)
    if count > 2 * Self.longest { replace(with: lines) }
    return lines
  }

  /// Adds a line. A history that cannot be written is no reason not to do what the line says.
  func add(_ line: String) {
    guard let file = open(O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) else { return }
    defer { close(file) }
    _ = writeAll(Array((line + "\n").utf8), to: file, or: nil)
  }

  private func replace(with lines: [String]) {
    let new = LineHistory(path: path + ".new")
    unlink(new.path)
    guard let file = new.open(O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW) else { return }
    let failure = writeAll(
      Array(lines.joined(separator: "\n").utf8) + [UInt8(ascii: "\n")],
      to: file,
      or: nil
    )
    close(file)
    if failure == nil { rename(new.path, path) } else { unlink(new.path) }
  }

  /// Opens the file for its owner alone; nil when it cannot be, or is no file.
  private func open(_ flags: Int32) -> Int32? {
    let file = openFile(path, flags)
    guard file >= 0 else { return nil }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, fchmod(file, 0o600) == 0 else {
      close(file)
      return nil
    }
    return file
  }
}
