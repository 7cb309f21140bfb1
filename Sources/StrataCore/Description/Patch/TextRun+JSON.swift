// A run in the splice of a text: a number, or a text behind its sign.

extension Patch.Node.TextRun {
  func write(to json: inout JSONWriter) {
    switch self {
    case .kept(let count): json.write(Int64(count))
    case .removed(let text): json.write("-" + text)
    case .inserted(let text): json.write("+" + text)
    }
  }

  init(plainForm plain: PlainValue) throws(PatchError) {
    switch plain {
    case .integer(let count):
      guard let count = Int(exactly: count) else { break }
      self = .kept(count)
      return
    case .text(let run):
      // By scalars: the sign and what follows it may look like one character.
      let text = String(run.unicodeScalars.dropFirst())
      if text.isEmpty { break }
      switch run.unicodeScalars.first {
      case "-": self = .removed(text)
      case "+": self = .inserted(text)
      default: throw PatchError(.notAPatch(expected: "a text that begins with - or +"))
      }
      return
    default: break
    }
    throw PatchError(.notAPatch(expected: "a number, or a text that begins with - or +"))
  }
}
