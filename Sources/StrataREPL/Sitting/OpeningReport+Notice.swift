import StrataStorage

extension OpeningReport {
  /// What a person has to know, each thing that is to be said in a sentence of its own; nil when all was as it should be.
  func notice(isReadOnly: Bool) -> String? {
    let torn = tornEnd.map {
      "The last change was cut off in the middle, and is not there. It is kept in \($0.path ?? "the log")."
    }
    let contradiction = brokenRule.map { "Something in the workspace contradicts itself: \($0)" }
    let older = lost.map { "Older steps (\($0.moments)) cannot be undone by this version any more." }
    let notices = [torn, ofHistory, ofEdit(isReadOnly: isReadOnly), contradiction, older].compactMap { $0 }
    return notices.isEmpty ? nil : notices.joined(separator: " ")
  }

  /// What became of the history, where that is not all of it.
  private var ofHistory: String? {
    switch history {
    case .dropped(.damaged) where isCutOff:
      """
      The log was cut off, or is an older copy: what was done after the workspace was last saved is not here, if anything \
      was, and what was done before cannot be undone any more.
      """
    case .dropped(.noLog):
      """
      There is no log beside the workspace: what was done after it was last saved is not here, if anything was, and what \
      was done before cannot be undone any more.
      """
    case .dropped(.damaged(_, let reason)) where lostBytes == 0:
      """
      The log is damaged (\(reason)). No change is lost, but what was done before cannot be undone any more.
      """
    case .dropped(.damaged(_, let reason)):
      "What was done last is lost (\(reason)), and what was done before cannot be undone any more."
    case .dropped(.edited):
      "The workspace was edited by another program, and what was done before cannot be undone any more."
    case .dropped: "What was done before cannot be undone any more; the journal itself is whole."
    case .begun, .kept: damage?.notice(lostBytes, isTorn: tornEnd != nil, isCutOff: isCutOff)
    }
  }

  private func ofEdit(isReadOnly: Bool) -> String? {
    let edited = "The workspace was edited by another program."
    switch history {
    case .dropped(.edited): return nil
    case .kept where isEditedOutside && !isReadOnly: return "\(edited) That can be undone: undo"
    default: return isEditedOutside ? edited : nil
    }
  }
}

extension OpeningReport.Damage {
  /// What a person has to know.
  fileprivate func notice(_ lostBytes: Int, isTorn: Bool, isCutOff: Bool) -> String {
    let cutOff = """
      The log was cut off, or is an older copy: what was done after the workspace was last saved is not here, if anything \
      was.
      """
    let isLost = lostBytes > 0
    return switch kept {
    case .everything where isTorn: "The log was damaged elsewhere, too (\(reason)), and that is put right."
    case .everything: "The log was damaged (\(reason)), and is whole again: nothing is lost."
    case .before where isCutOff: "\(cutOff) The latest changes that are here are one step now: Recovered"
    case .behind where isCutOff: "\(cutOff) What was done long ago cannot be undone any more."
    case .before where isLost:
      "What was done last is lost (\(reason)). What was done before can be undone as always."
    case .before:
      "The log is damaged (\(reason)). No change is lost; the latest ones are one step now: Recovered"
    case .behind where isLost:
      "What was done last is lost (\(reason)), and what was done long ago cannot be undone any more."
    case .behind:
      "The log is damaged (\(reason)). No change is lost, but older ones cannot be undone any more."
    }
  }
}
