import Strata
import Workspace

/// What of a line an error is about that came from carrying it out.
enum Subject: Equatable {
  /// A number, by itself or in a range.
  case number(Int)
  /// The last number that is this one: a place in a list, behind the number of what has places.
  case place(Int)
  /// A day, however it was said.
  case day(Day)
  /// A word as it is.
  case text(String)
  /// A text with nothing in it.
  case blank
}

/// An error that is about a word of the line.
protocol AboutWord: Error {
  /// What it is about; nil where that is the line as a whole.
  var subject: Subject? { get }
}

extension Subject {
  /// Where it stands in a line, counted in Unicode scalars; nil where it does not.
  func place(in line: String, _ context: Context) -> Range<Int>? {
    guard let words = try? words(of: line), !words.isEmpty, let verb = try? Verb.named(words) else {
      return nil
    }
    let found = words.dropFirst(verb.words.count).filter { isMeant(by: $0, context) }
    if case .place = self { return found.last?.place }
    return found.first?.place
  }

  private func isMeant(by word: Word, _ context: Context) -> Bool {
    switch self {
    case .number(let number), .place(let number):
      word.text.split(separator: ",").contains { part in
        let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2 else {
          return false
        }
        return first <= number && number <= last
      }
    case .day(let day): context.day(word.text) == day
    case .text(let text): word.text == text
    case .blank: word.isQuoted && word.text.allSatisfy(\.isWhitespace)
    }
  }
}

extension JournalError: AboutWord {
  var subject: Subject? {
    switch self {
    case .noPage: nil
    case .noSuchPage(let day), .pageExists(let day), .pageBeforeNewest(let day, _): .day(day)
    case .emptyTitle, .emptyCategoryName, .emptyNote, .emptyBundleName: .blank
    case .notAURL(let text), .categoryExists(let text): .text(text)
    case .noTodo(let id), .alreadyDone(let id), .alreadyAbandoned(let id), .notDone(let id),
      .notEnded(let id),
      .endsBeforeStart(let id, _, _), .noCategory(let id), .noNote(let id), .noBundle(let id):
      .number(id)
    case .noPosition(let number, _), .noLine(let number, _, _): .place(number)
    }
  }
}

extension CanvasError: AboutWord {
  var subject: Subject? {
    switch self {
    case .noAnnotation(let id): .number(id)
    case .notAPlace: nil
    }
  }
}

extension PeopleError: AboutWord {
  var subject: Subject? {
    switch self {
    case .noPerson(let tag): .number(tag)
    case .emptyName: .blank
    case .noPosition(let position, _): .place(position)
    }
  }
}

extension NoMoment: AboutWord {
  var subject: Subject? {
    switch name {
    case nil: nil
    case .number(let number)?: .number(number)
    case .checkpoint(let text)?: .text(text)
    case .saved?: .text("saved")
    case .oldest?: .text("oldest")
    case .present?: .text("present")
    }
  }
}

extension NothingReviewed: AboutWord {
  var subject: Subject? { number.map(Subject.number) }
}

extension NoFile: AboutWord {
  var subject: Subject? { .text(path) }
}

extension NoFolder: AboutWord {
  var subject: Subject? { .text(path) }
}

extension FileExists: AboutWord {
  var subject: Subject? { .text(path) }
}

extension OwnFile: AboutWord {
  var subject: Subject? { .text(path) }
}

extension NotSourced: AboutWord {
  var subject: Subject? { .text(path) }
}
