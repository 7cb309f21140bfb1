import Strata
import Workspace

/// What an error says, and what a person can type next where there is something.
///
/// - Parameter context: What the line was read against.
func told(_ error: any Error, in context: Context) -> String {
  [told(error), context.nextStep(after: error)].compactMap { $0 }.joined(separator: " ")
}

extension Context {
  /// What can be typed where an error of the workspace or its history does not say it itself.
  fileprivate func nextStep(after error: any Error) -> String? {
    switch error {
    case let error as JournalError: nextStep(after: error)
    case CanvasError.noAnnotation:
      among(state.document.canvas.annotations.keys.sorted(), .annotation, orElse: "canvas add TEXT X Y COLOR")
    case PeopleError.noPerson:
      among(state.document.people.list.map(\.tag), .person, orElse: "people add NAME")
    case PeopleError.emptyName: "Write one, such as: people add Ada"
    case StoreError.nothingToUndo, StoreError.nothingToRedo, StoreError.noSuchMoment, StoreError.nothingLeft:
      "See: history"
    case StoreError.elsewhere, StoreError.nothingToMerge: "See: branches"
    case StoreError.merged: "To take a merge back: undo only MOMENT"
    default: nil
    }
  }

  private func nextStep(after error: JournalError) -> String? {
    let journal = state.document.journal
    switch error {
    case .noPage, .notAURL, .noPosition, .noLine, .notEnded, .endsBeforeStart: return nil
    case .noSuchPage: return journal.pages.last.map { "The newest is of \($0). Try: page \($0)" }
    case .pageExists: return "To look at it: page"
    case .pageBeforeNewest(_, let newest): return "To write for that day: add TITLE --on \(newest)"
    case .emptyTitle: return "Write one, such as: add Buy milk"
    case .noTodo: return among(todosInView.map(\.id), .todo, orElse: "add TITLE")
    case .alreadyDone(let id): return "To say that it is not done after all: undone \(id)"
    case .alreadyAbandoned(let id): return "To put it back on the list: pending \(id)"
    case .notDone(let id): return "To complete it: done \(id)"
    case .noCategory: return "See: category list"
    case .emptyCategoryName: return "Write one, such as: category add Work blue"
    case .categoryExists: return "Give this one another name. See: category list"
    case .noNote: return among(notesInView.map(\.id), .note, orElse: "note add TEXT")
    case .emptyNote: return "Write one, such as: note add It rains"
    case .noBundle: return "See: bundle list"
    case .emptyBundleName: return "Write one, such as: bundle create Daily Stretch"
    }
  }

  /// The numbers that there are, and what lists them; how to make the first one where there is none.
  private func among(_ ids: [Int], _ listed: Placeholder.Listed, orElse first: String) -> String {
    let place = listed == .todo || listed == .note ? " on this page" : ""
    guard let list = Placeholder.ids(listed).list, let only = ids.first else {
      return "There is none\(place) yet. To make one: \(first)"
    }
    let numbers =
      ids.count == 1 ? "only number\(place) is \(only)" : "numbers\(place) \(ranges(of: IDSet(ids)))"
    return "The \(numbers). See: \(list)"
  }
}

/// Numbers in a sentence, runs as they can be typed: `are 1-3, 7 and 9`; of many runs the first and the last number.
private func ranges(of ids: IDSet) -> String {
  var runs: [ClosedRange<Int>] = []
  for id in ids {
    if let last = runs.last, last.upperBound == id - 1 {
      runs[runs.count - 1] = last.lowerBound...id
    } else {
      runs.append(id...id)
    }
  }
  if runs.count > 6, let first = ids.first, let last = ids.last { return "go from \(first) to \(last)" }
  let words = runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
  return "are " + (words.count > 1 ? words.dropLast().joined(separator: ", ") + " and " : "")
    + (words.last ?? "")
}
