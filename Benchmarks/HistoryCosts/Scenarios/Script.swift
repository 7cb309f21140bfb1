import Measuring

/// A command to a history; commands are carried out one after the other.
enum Command: Sendable {
  case send(Edit)
  case undo
  case redo
}

/// The commands of a scenario: the same for every strategy, every time.
struct Script {
  let scenario: Scenario
  private let keys: SubjectKeys
  private let reusesKeys: Bool
  private let hasTitles: Bool
  private let label: (Edit) -> String
  private var random = SplitMix64(seed: 42)
  private var step = 0
  private var number = 0
  private var nextKey: Int
  /// The keys that are there, where they change; made beforehand, so that a script does not grow while it is played.
  private var present: [Int] = []
  /// The item that was ticked and is unticked next.
  private var ticked = 0
  /// The key of the item that comes back next, after its removal: a new key in a subject that uses each key once.
  private var restored: Int?
  /// The typist of the letters of a text.
  private var typist: Typist
  /// The last category of each item that was filed alone.
  private var categories: [Int: Int] = [:]

  init<S: Subject>(_ scenario: Scenario, over subject: S.Type, count: Int) {
    self.scenario = scenario
    keys = S.keys(of: count)
    (reusesKeys, hasTitles, label) = (S.reusesKeys, S.hasTitles, S.label)
    (nextKey, typist) = (keys.next, Typist(count, random))
    if scenario.share != nil && count <= 100 { categories.reserveCapacity(count) }
    if scenario == .deleteRestore && !reusesKeys { present = Array(keys.items) }
  }

  /// Returns the commands of the next step.
  mutating func nextStep() -> [Command] {
    step += 1
    switch scenario {
    case .oneEdit:
      // Two steps for each item: ticked, then unticked.
      if step % 2 == 1 { ticked = recentKey() }
      return [.send(edit(.tick(ticked, step % 2 == 1)))]
    case .typing:
      let key = anyKey()
      return (0..<scenario.strokes).map { stroke in
        gesture(
          stroke,
          .retitle(key),
          text: "Write down what number \(1_000_000 + step) of them costs",
          9 + stroke
        )
      }
    case .append:
      defer { nextKey += 1 }
      return [.send(edit(.insert(nextKey), text: title("Write")))]
    case .deleteRestore: return [.send(deleteOrRestore())]
    case .bulk1, .bulk10: return [.send(filing())]
    case .dragging:
      let key = keys.dragged.lowerBound + random.below(keys.dragged.count)
      return (0..<scenario.strokes).map { gesture($0, .slide(key)) }
    case .scattered: return [.send(renaming())]
    case .randomLetters: return [.send(edit(.retitle(anyKey()), text: letters()))]
    case .undoRedo: return [.send(renaming()), .undo, .redo]
    case .branches: return step % 2 == 1 ? [.send(renaming())] : [.undo, .send(renaming())]
    case .keystrokes:
      switch typist.next() {
      case .insert(let letter, let place): return [.send(edit(.insert(place), text: String(letter)))]
      case .remove(let place): return [.send(edit(.remove(place)))]
      }
    }
  }

  private mutating func renaming() -> Edit { edit(.retitle(anyKey()), text: title("Rename")) }

  private mutating func filing() -> Edit {
    let filed = spread(over: scenario.share ?? 1)
    guard filed.count == 1, let key = filed.first else { return edit(.file(filed, under: step)) }
    // Of many items some change in any case; a single one must not be where it is put, for that is no step.
    let category = (categories[key] ?? key) + 1
    categories[key] = category
    return edit(.file(filed, under: category))
  }

  private mutating func deleteOrRestore() -> Edit {
    if let restored {
      self.restored = nil
      return edit(.insert(restored), text: title("Write"))
    }
    let place = random.below(keys.items.count)
    guard !reusesKeys else {
      restored = keys.items.lowerBound + place
      return edit(.remove(keys.items.lowerBound + place))
    }
    // Written at the first step, which is not measured: the script then has keys of its own.
    let key = present[place]
    (present[place], restored) = (nextKey, nextKey)
    nextKey += 1
    return edit(.remove(key))
  }

  private mutating func edit(_ change: Edit.Change, text: String = "") -> Edit {
    number += 1
    // Texts that are put together have room to spare, how much is the standard library's affair: copies have none.
    var edit = Edit(change: change, number: number, text: text.copied())
    edit.label = label(edit).copied()
    return edit
  }

  private mutating func gesture(
    _ stroke: Int,
    _ change: Edit.Change,
    text: String = "",
    _ length: Int = 0
  ) -> Command {
    var edit = edit(change, text: hasTitles ? String(text.prefix(length)) : "")
    (edit.isGesture, edit.isContinued) = (true, stroke > 0)
    return .send(edit)
  }

  private func title(_ verb: String) -> String {
    hasTitles ? "\(verb) report \(2_000_000 + number)" : ""
  }

  /// As many letters as a title of the others has.
  private mutating func letters() -> String {
    let count = hasTitles ? 21 : 0
    return String(decoding: (0..<count).map { _ in UInt8(97 + random.below(26)) }, as: UTF8.self)
  }

  private mutating func anyKey() -> Int { keys.items.lowerBound + random.below(keys.items.count) }

  private mutating func recentKey() -> Int {
    keys.items.upperBound - 1 - random.below(min(100, keys.items.count))
  }

  /// One random key of each run of `share` keys; of fewer than that, one.
  private mutating func spread(over share: Int) -> [Int] {
    let share = min(share, keys.items.count)
    return stride(from: keys.items.lowerBound, to: keys.items.upperBound - share + 1, by: share).map {
      $0 + random.below(share)
    }
  }
}
