/// How a person names a moment of the history.
enum MomentName: Equatable {
  /// By the number that `history` shows.
  case number(Int)
  case present, saved, oldest
  /// By the name that it was given.
  case checkpoint(String)

  /// The words that name one in every history.
  static let words = ["present", "saved", "oldest"]

  init?(_ word: String) {
    switch word {
    case "present": self = .present
    case "saved": self = .saved
    case "oldest": self = .oldest
    default:
      guard let number = Int(word), number >= 0 else { return nil }
      self = .number(number)
    }
  }
}
