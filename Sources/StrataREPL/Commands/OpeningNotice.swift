import Strata

extension WorkspaceSession {
  var notice: String? { StrataREPL.notice(of: opened.report, isReadOnly: opened.isReadOnly) }
}

/// The findings of opening that a person should know; nil when there are none.
func notice(of report: OpeningReport, isReadOnly: Bool) -> String? {
  let torn = report.tornEnd.map {
    "The last change was cut off in the middle and is not there. It is kept in \($0.path ?? "the log")."
  }
  let rule = report.brokenRule.map { "The workspace contradicts itself: \($0)" }
  let older = report.lost.map { "\(counted($0.moments, "older step")) cannot be undone by this version." }
  let notices = [torn, historyNotice(report), editNotice(report, isReadOnly: isReadOnly), rule, older]
    .compactMap { $0 }
  return notices.isEmpty ? nil : notices.joined(separator: " ")
}

/// The fate of a history that is not whole.
private func historyNotice(_ report: OpeningReport) -> String? {
  let maybeLost = "changes after the last save are not here, if there were any"
  let cutOff = "The log was cut off, or is an older copy: \(maybeLost)."
  let none = "Earlier steps cannot be undone."
  let isLost = report.lostBytes > 0
  // A change that was cut off may have been acknowledged.
  let isWhole = report.tornEnd == nil ? " No change is lost." : ""
  func found(_ reason: String) -> String {
    isLost ? "The last changes are lost (\(reason))." : "The log is damaged (\(reason)).\(isWhole)"
  }
  switch report.history {
  case .dropped(.damaged) where report.isCutOff: return "\(cutOff) \(none)"
  case .dropped(.noLog): return "There is no log beside the workspace: \(maybeLost). \(none)"
  case .dropped(.damaged(_, let reason)): return "\(found(reason)) \(none)"
  case .dropped(.edited): return "Another program has edited the workspace. \(none)"
  case .dropped: return "\(none) The journal itself is whole."
  case .begun, .kept: break
  }
  guard let damage = report.damage else { return nil }
  switch damage.kept {
  case .before:
    let last = report.isCutOff || !isLost ? " The latest changes are one step now: Recovered" : ""
    return (report.isCutOff ? cutOff : found(damage.reason)) + last
  case .behind: return "\(report.isCutOff ? cutOff : found(damage.reason)) \(none)"
  }
}

private func editNotice(_ report: OpeningReport, isReadOnly: Bool) -> String? {
  guard report.isEditedOutside, report.history != .dropped(.edited) else { return nil }
  let edited = "Another program has edited the workspace."
  if case .kept = report.history, !isReadOnly { return "\(edited) To undo that: undo" }
  return edited
}
