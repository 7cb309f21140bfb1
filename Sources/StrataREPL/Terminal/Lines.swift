import Strata

/// A source of lines.
protocol LineSource {
  /// Waits for the next line.
  func next() -> LineEvent
}

/// The outcome of waiting for a line.
enum LineEvent: Equatable {
  case line(String)
  /// A line that was skipped; the next one can be read.
  case unreadable(UnreadableLine)
  case signal(Int32)
  case end
  /// Reading failed, with the system's error number.
  case failed(Int32)
  /// The answers so far could not be written, so no line was waited for.
  case outputFailed
}

/// The reason why a line was skipped.
enum UnreadableLine: Error, Equatable, CustomStringConvertible {
  case tooLong
  case notUTF8
  /// The rest of a file cannot be read, with the system's error number.
  case broken(Int32)

  var description: String {
    switch self {
    case .tooLong: "The line is longer than \(DescriptorLines.longest) bytes. It was skipped."
    case .notUTF8: "The line is not in UTF-8. It was skipped."
    case .broken(let number): "Cannot read the rest of the file: \(SystemError(number))"
    }
  }
}

/// Lines from a pipe, a file, or a terminal without line editing.
///
/// It keeps one line and one buffer. An endless line is reported once it is too long, and skipped.
final class DescriptorLines: LineSource {
  /// The longest line in bytes.
  static let longest = 1 << 16

  private let descriptor: Int32
  private let isOwned: Bool
  private let longest: Int
  private let signals: Signals?
  private let willWait: () -> Bool
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var unread = 0..<0
  private var line: [UInt8] = []
  private var isSkipping = false

  /// The bytes that are held for a line, for tests.
  var room: Int { line.capacity }

  /// - Parameters:
  ///   - isOwned: Whether `deinit` closes the descriptor.
  ///   - longest: The longest line in bytes.
  ///   - willWait: Called before the reader waits, to show the answers so far; false when they could not be written.
  init(
    _ descriptor: Int32,
    isOwned: Bool = false,
    longest: Int = DescriptorLines.longest,
    signals: Signals?,
    willWait: @escaping () -> Bool = { true }
  ) {
    (self.descriptor, self.isOwned, self.longest) = (descriptor, isOwned, longest)
    (self.signals, self.willWait) = (signals, willWait)
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  func next() -> LineEvent {
    if let number = signals?.next() { return .signal(number) }
    while true {
      let newline = nextNewline
      let piece = unread.lowerBound..<(newline ?? unread.upperBound)
      unread = (newline.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
      let wasSkipping = isSkipping
      if !isSkipping { line += buffer[piece] }
      isSkipping = newline == nil && (isSkipping || line.count > longest)
      if line.count > longest {
        line.removeAll(keepingCapacity: true)
        return .unreadable(.tooLong)
      }
      if newline != nil {
        if wasSkipping { continue }
        return finished()
      }
      switch fill() {
      case nil: continue
      case .end? where !line.isEmpty: return finished()
      case let event?: return event
      }
    }
  }

  /// The end of the next line in the buffer; `memchr` is fast in every build.
  private var nextNewline: Int? {
    buffer.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let found = memchr(start + unread.lowerBound, 0x0A, unread.count)
      else {
        return nil
      }
      return UnsafeRawPointer(found) - start
    }
  }

  private func finished() -> LineEvent {
    // A long one gives its room back, for what is made of it takes as much again.
    defer { line.removeAll(keepingCapacity: line.count <= Self.longest) }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    let text = String(decoding: line, as: UTF8.self)
    return text.utf8.elementsEqual(line) ? .line(text) : .unreadable(.notUTF8)
  }

  /// Fills the buffer; returns another event if it cannot.
  private func fill() -> LineEvent? {
    while true {
      var waited = wait(for: descriptor, or: signals, milliseconds: 0)
      if waited == .notYet {
        guard willWait() else { return .outputFailed }
        waited = wait(for: descriptor, or: signals)
      }
      if case .signal(let number) = waited { return .signal(number) }
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        unread = 0..<count
        return nil
      }
      if count == 0 { return .end }
      if errno != EINTR && errno != EAGAIN { return .failed(errno) }
    }
  }
}
