import StrataCore

// With what a log is read.

extension Opening {
  /// Takes in a log on a state without its type.
  func plainReplay(
    on plain: PlainValue,
    at mark: LogMark,
    _ schema: Int,
    _ names: LogNames? = nil
  ) -> LogReplay<PlainValue> {
    LogReplay(
      plain,
      at: mark,
      schema: schema,
      fields,
      memoryLimit: options.memoryLimit,
      names: names
    ) { value, patch throws(PatchError) in
      try value.apply(patch)
    }
  }

  /// The shape in the head of a log that is written now.
  var shape: LogShape { LogShape(of: fields, fingerprint: State.descriptionFingerprint) }

  /// Returns the content of the first line of a log. The result is nil for a line that is no head; taking in the log
  /// reports that.
  func head(of log: LogFile) throws(LogError) -> LogHeader? {
    try reading(log.path) { () throws(StepFailure) in
      try performing(.read) { () throws(SystemError) in LogHeader(try log.first()) }
    }
  }

  /// Whether a log is to be written anew as it would be written now.
  func isOlder<Whole>(_ replay: LogReplay<Whole>) -> Bool {
    guard let header = replay.header else { return true }
    return header.shape != shape
  }

  /// Looks for names of a newer version in a log.
  var names: LogNames {
    LogNames(shape: shape, restoredPlace: fields.restoredPlace) {
      patch throws(PatchError) in try State.checkNames(in: patch)
    }
  }
}
