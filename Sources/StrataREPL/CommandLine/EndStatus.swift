/// What the program's end tells whoever started it; `--help` lists it.
enum EndStatus: Equatable {
  case fine
  case commandFailed
  case notUnderstood
  case notOpened
  case outputBroken
  case inputBroken
  case notSaved
  /// A signal asked for the end.
  case signal(Int32)

  var code: Int32 {
    switch self {
    case .fine: 0
    case .commandFailed: 1
    case .notUnderstood: 2
    case .notOpened: 3
    case .outputBroken: 4
    case .inputBroken: 5
    case .notSaved: 6
    case .signal(let number): 128 + number
    }
  }
}
