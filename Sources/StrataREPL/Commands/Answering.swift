/// What a person can say to a question.
enum Answering {
  case yes, no

  init?(_ line: String) {
    switch line.lowercased().filter({ !$0.isWhitespace }) {
    case "yes", "y": self = .yes
    case "no", "n": self = .no
    default: return nil
    }
  }
}
