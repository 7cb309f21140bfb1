#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Lines from a descriptor: a pipe, a file, a terminal without line editing.
///
/// It keeps a line and what was read behind it, never more: a line without end is reported once it is too long, and
/// passed over.
final class DescriptorLines: LineSource {
  /// How many bytes a line that a person may have written can have.
  static let longest = 1 << 16

  private let descriptor: Int32
  private let isOwned: Bool
  private let longest: Int
  private let signals: Signals?
  private let willWait: () -> Bool
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var unread = 0..<0
  private var line: [UInt8] = []
  private var isPassingOver = false

  /// - Parameters:
  ///   - isOwned: Whether the descriptor is closed in the end.
  ///   - longest: How many bytes a line can have.
  ///   - willWait: Called when there is no line yet, and a person may want to see the answers so far; false where these
  ///     could not be written.
  init(
    _ descriptor: Int32,
    isOwned: Bool = false,
    longest: Int = DescriptorLines.longest,
    signals: Signals?,
    willWait: @escaping () -> Bool = { true }
  ) {
    (self.descriptor, self.isOwned, self.signals, self.willWait) = (descriptor, isOwned, signals, willWait)
    self.longest = longest
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
      let wasPassingOver = isPassingOver
      if !isPassingOver { line += buffer[piece] }
      isPassingOver = newline == nil && (isPassingOver || line.count > longest)
      if line.count > longest {
        line.removeAll(keepingCapacity: true)
        return .unreadable(.tooLong)
      }
      if newline != nil {
        if wasPassingOver { continue }
        return finished()
      }
      switch fill() {
      case nil: continue
      case .end? where !line.isEmpty: return finished()
      case let event?: return event
      }
    }
  }

  /// Where the first line of what was read ends; found by the system's search, which is fast in every build.
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
    defer { line.removeAll(keepingCapacity: true) }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    let text = String(decoding: line, as: UTF8.self)
    return text.utf8.elementsEqual(line) ? .line(text) : .unreadable(.notUTF8)
  }

  /// Reads more; returns what happened when there is nothing more.
  private func fill() -> LineEvent? {
    while true {
      var waited = wait(for: descriptor, or: signals, milliseconds: 0)
      if waited == .notYet {
        guard willWait() else { return .unheard }
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
