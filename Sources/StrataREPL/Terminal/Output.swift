#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Lines for a person or a program to read, written many at a time.
///
/// After the first failure nothing is written any more: whoever reads would get one part of it and not another.
final class Output {
  /// Why nothing is written any more.
  enum Failure {
    /// The system's number for why writing failed.
    case broken(Int32)
    /// Whoever read has read enough, as `head` has: that is no trouble.
    case unread
    /// What was to be told of is not on the disk.
    case notDurable(any Error)
    /// A signal came while what was written was not taken.
    case signal(Int32)
  }

  private(set) var failure: Failure?
  private let descriptor: Int32
  private let signals: Signals?
  private let willWrite: () throws -> Void
  private var buffer: [UInt8] = []
  private static let roomForLines = 1 << 16

  /// - Parameter willWrite: Called before anything is written: it makes true what the lines say.
  init(_ descriptor: Int32, signals: Signals?, willWrite: @escaping () throws -> Void = {}) {
    (self.descriptor, self.signals, self.willWrite) = (descriptor, signals, willWrite)
  }

  func write(_ line: String, terminator: String = "\n") {
    guard failure == nil else { return }
    buffer += line.utf8
    buffer += terminator.utf8
    if buffer.count >= Self.roomForLines { flush() }
  }

  /// Writes again although a signal came: the person wanted to see no more of that answer.
  func goOnAfterSignal() {
    if case .signal? = failure { failure = nil }
  }

  /// Writes what has not been written yet; false where it cannot be, or what came before could not.
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
}

/// Writes bytes to a pipe, a terminal or a file, a signal permitting.
func writeAll(_ bytes: [UInt8], to descriptor: Int32, or signals: Signals?) -> Output.Failure? {
  bytes.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      if case .signal(let number) = wait(for: descriptor, writing: true, or: signals) {
        return .signal(number)
      }
      // As much as a pipe takes at once when it takes anything: more could wait where no signal is heard.
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
