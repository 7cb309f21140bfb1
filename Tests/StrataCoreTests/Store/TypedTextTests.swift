import Measuring
import PersistentCollections
import StrataCore
import TestSupport
import Testing

/// A text that is edited by chance: the same chance does the same to a string and to a persistent text.
private protocol EditedText: DescribedValue, Equatable {
  init(_ string: String)
  mutating func edit(using random: inout SplitMix64)
  var utf8Bytes: [UInt8] { get }
}

extension String: EditedText {
  fileprivate var utf8Bytes: [UInt8] { Array(utf8) }
}

extension PersistentText: EditedText {
  fileprivate var utf8Bytes: [UInt8] { Array(utf8) }
}

/// A state that is a text.
private struct Page<Text: EditedText>: Reducible, Described {
  var text = Text("")

  struct Edit: Sendable {
    var seed: UInt64
    var isTyped: Bool
  }

  static func describe(_ field: inout Fields<Page>) { field("text", \.text) }

  mutating func reduce(_ edit: Edit) {
    var random = SplitMix64(seed: edit.seed)
    text.edit(using: &random)
  }

  func recording(of edit: Edit) -> Recording {
    edit.isTyped ? .merge("Typing", key: "text", within: .seconds(1_000_000)) : .step("Edit")
  }
}

@Suite("A store whose state is a persistent text")
struct TypedTextTests {
  @Test("It is where a store of strings is, whatever is sent, undone, redone and jumped to")
  func twins() throws {
    var movements = 0
    for seed in 0..<UInt64(Soak.times(15)) {
      var random = SplitMix64(seed: seed)
      let beginning = String(repeating: "A line of it.\r\n", count: random.below(40))
      let keeping = Keeping(snapshots: Int(seed % 3))
      let texts = Store(Page(text: PersistentText(beginning)), undoing: \.text, keeping: keeping)
      let strings = Store(Page(text: beginning), undoing: \.text, keeping: keeping)
      for step in 0..<60 {
        switch random.below(8) {
        case 0 where texts.canUndo:
          try texts.undo()
          try strings.undo()
        case 1 where texts.canRedo:
          try texts.redo()
          try strings.redo()
        case 2:
          let target = random.below(texts.timeline.count)
          try texts.jump(to: texts.timeline.ids[target])
          try strings.jump(to: strings.timeline.ids[target])
          movements += 1
        default:
          let (seed, isTyped) = (random.next(), random.below(3) > 0)
          try texts.send(.init(seed: seed, isTyped: isTyped))
          try strings.send(.init(seed: seed, isTyped: isTyped))
        }
        let (text, string) = (texts.state.text, strings.state.text)
        try #require(text.utf8Bytes == string.utf8Bytes, "seed \(seed), step \(step)")
        try #require(text.brokenInvariant == nil, "seed \(seed), step \(step)")
        try #require(texts.timeline.count == strings.timeline.count, "seed \(seed), step \(step)")
        try #require(texts.canUndo == strings.canUndo && texts.canRedo == strings.canRedo)
      }
    }
    #expect(movements > 50, "jumps did happen")
  }
}
