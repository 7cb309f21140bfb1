import PersistentCollections
import StrataCore

/// A text that letters are typed into.
enum Texts: Subject {
  struct State: Reducible, Described {
    var text: PersistentText = ""

    static func describe(_ field: inout Fields<State>) { field("text", \.text) }

    mutating func reduce(_ edit: Edit) {
      switch edit.change {
      case .insert(let key): text.replaceSubrange(range(key, 0), with: edit.text)
      case .remove(let key): text.removeSubrange(range(key, 1))
      // Nothing else can be done to a letter.
      case .tick, .retitle, .file, .slide: break
      }
    }

    private func range(_ start: Int, _ count: Int) -> Range<PersistentText.Index> {
      let start = text.utf8.index(text.startIndex, offsetBy: start)
      return start..<text.utf8.index(start, offsetBy: count)
    }

    func recording(of edit: Edit) -> Recording { edit.recording }
  }

  static var name: String { "text" }
  static var part: WritableKeyPath<State, PersistentText> & Sendable { \.text }
  static var reusesKeys: Bool { true }
  static var hasTitles: Bool { true }

  static func state(of count: Int) -> State { State(text: PersistentText(Typist.text(of: count))) }
  static func keys(of count: Int) -> SubjectKeys { SubjectKeys(items: 0..<count, dragged: 0..<count) }
  static func plain(of state: State) -> PlainText { PlainText(letters: String(state.text)) }
  static func action(for edit: Edit) -> Edit { edit }
  static func label(of edit: Edit) -> String { "Typing" }
}

/// The text as an app has it that has strings.
struct PlainText: PlainState {
  var letters: String

  struct Letter: PlainItem {
    var scalar: Unicode.Scalar

    static func made(by edit: Edit, at key: Int) -> Letter {
      Letter(scalar: edit.text.unicodeScalars.first ?? " ")
    }

    mutating func take(_ edit: Edit) {}
    func copied() -> Letter { self }
    func forEachText(notIn other: Letter?, _ body: (String) -> Void) {}
  }

  func item(at key: Int) -> Letter? {
    let utf8 = letters.utf8
    guard key < utf8.count else { return nil }
    return Letter(scalar: Unicode.Scalar(utf8[utf8.index(utf8.startIndex, offsetBy: key)]))
  }

  /// Texts that are changed have room to spare, how much is the standard library's affair: this one is as long as it is.
  mutating func apply(_ change: ItemChange<Letter>) {
    let rest = change.key + (change.old == nil ? 0 : 1)
    letters = letters.withUTF8 { bytes in
      let count = bytes.count - (rest - change.key) + (change.new == nil ? 0 : 1)
      return String(unsafeUninitializedCapacity: count) { target in
        var end = target.update(fromContentsOf: bytes[..<change.key])
        for byte in change.new.flatMap({ UTF8.encode($0.scalar) }) ?? .init() {
          target[end] = byte
          end += 1
        }
        return target[end...].update(fromContentsOf: bytes[rest...])
      }
    }
  }

  func copied() -> PlainText { PlainText(letters: letters.copied()) }

  func addTables(changedBy changes: ItemChanges<Letter>?, to meter: inout FootprintMeter) {
    meter.measure(letters)
  }

  var textBytes: Int { 0 }
}
