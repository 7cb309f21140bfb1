import StrataStorage

/// What asking for a line came to.
enum LineEvent: Equatable {
  case line(String)
  /// There was a line that cannot be taken; the next one can be asked for.
  case unreadable(UnreadableLine)
  case signal(Int32)
  /// There are no lines any more.
  case end
  /// Reading failed, with the system's number for it.
  case failed(Int32)
  /// The answers so far could not be written, so no line was waited for.
  case unheard
}

/// Why a line was not taken.
enum UnreadableLine: Error, Equatable, CustomStringConvertible {
  case tooLong
  case notUTF8
  /// The rest of a file cannot be read, with the system's number for why.
  case broken(Int32)

  var description: String {
    switch self {
    case .tooLong: "The line is longer than \(DescriptorLines.longest) bytes. It was left out."
    case .notUTF8: "The line is not in UTF-8. It was left out."
    case .broken(let number): "The rest of the file cannot be read: \(SystemError(number))"
    }
  }
}

/// Where lines come from.
protocol LineSource {
  /// The next line, or what there is instead.
  func next() -> LineEvent
}
