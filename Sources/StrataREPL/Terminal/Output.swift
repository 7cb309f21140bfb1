import Strata

/// The standard output: lines for a person or a program, written many at a time.
///
/// After the first failure nothing more is written: a reader would get the end of an answer without its beginning.
final class Output {
  /// The reason why nothing more is written.
  enum Failure {
    /// The system's error number.
    case broken(Int32)
    /// The reader has gone away, as `head` does.
    case unread
    /// A change that the lines report is not on the disk.
    case notDurable(any Error)
    /// A signal came while the reader kept the program waiting.
    case signal(Int32)
  }

  private(set) var failure: Failure?
  /// Whether the reader has gone away.
  var isUnread: Bool { if case .unread? = failure { true } else { false } }
  private let descriptor: Int32
  private let signals: Signals?
  private let willWrite: () throws -> Void
  private var buffer: [UInt8] = []
  private static let capacity = 1 << 16

  /// - Parameter willWrite: Called before lines are written, to make true what they say.
  init(_ descriptor: Int32 = STDOUT_FILENO, signals: Signals?, willWrite: @escaping () throws -> Void = {}) {
    (self.descriptor, self.signals, self.willWrite) = (descriptor, signals, willWrite)
  }

  func write(_ line: String, terminator: String = "\n") { write(bytes: (line + terminator).utf8) }

  func write(bytes: some Sequence<UInt8>) {
    guard failure == nil else { return }
    buffer += bytes
    if buffer.count >= Self.capacity { flush() }
  }

  /// Forgets that a signal came: the person only wanted to see no more of an answer.
  func resumeAfterSignal() {
    if case .signal? = failure { failure = nil }
  }

  /// Writes what is in the buffer; false after a failure.
  @discardableResult
  func flush() -> Bool {
    guard failure == nil, !buffer.isEmpty else { return failure == nil }
    defer { buffer.removeAll(keepingCapacity: true) }
    do {
      try willWrite()
    } catch {
      failure = .notDurable(error)
      return false
    }
    failure = writeAll(buffer, to: descriptor, or: signals)
    return failure == nil
  }

  /// Flushes; returns the exit status after a failure, which is reported on the standard error.
  func finish() -> ExitStatus? {
    flush()
    switch failure {
    case nil: return nil
    case .signal(let number)?: return .signal(number)
    case .unread?: return .outputBroken
    case .broken(let number)?:
      complain("strata: cannot write the output: \(SystemError(number))")
      return .outputBroken
    case .notDurable(let error)?:
      complain("strata: \(happening(of: error))")
      return .notSaved
    }
  }
}

/// Writes bytes to a pipe, a terminal or a file, until a signal comes.
func writeAll(_ bytes: [UInt8], to descriptor: Int32, or signals: Signals?) -> Output.Failure? {
  bytes.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      if case .signal(let number) = wait(for: descriptor, writing: true, or: signals) {
        return .signal(number)
      }
      // A ready pipe takes this much at once. A larger write could block where no signal is noticed.
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(PIPE_BUF)))
      let count = write(descriptor, piece.baseAddress, piece.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR && errno != EAGAIN {
        return errno == EPIPE ? .unread : .broken(errno)
      }
    }
    return nil
  }
}

/// Writes lines on the standard output; returns the exit status if that fails.
func say(_ lines: [String]) -> ExitStatus? {
  let output = Output(signals: nil)
  for line in lines { output.write(printable(line)) }
  return output.finish()
}

/// Writes an error message on the standard error, broken between words on a terminal.
func complain(_ text: String, _ style: Style = Style()) {
  complain(lines: wrapped(printable(text), to: Window(STDERR_FILENO)?.columns).map(style.bad))
}

/// Writes lines on the standard error as they are.
func complain(lines: [String]) {
  _ = writeAll(Array(lines.map { $0 + "\n" }.joined().utf8), to: STDERR_FILENO, or: nil)
}
