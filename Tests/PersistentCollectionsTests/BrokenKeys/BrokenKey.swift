import Measuring

/// A key that breaks its contract as its mood wants it: it changes while it is stored, or lies when it is asked.
final class BrokenKey: Hashable, Comparable {
  var id: Int
  let mood: Mood

  init(_ id: Int, _ mood: Mood) {
    self.id = id
    self.mood = mood
    mood.alive += 1
  }

  deinit { mood.alive -= 1 }

  static func == (left: BrokenKey, right: BrokenKey) -> Bool {
    left.mood.answer(left.id == right.id, to: .equality)
  }

  static func < (left: BrokenKey, right: BrokenKey) -> Bool {
    left.mood.answer(left.id < right.id, to: .order)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(_rawHashValue(seed: 0)) }

  /// Few hashes, of which many begin alike: leaves are divided and joined again all the time.
  func _rawHashValue(seed: Int) -> Int {
    let lie = mood.answer(true, to: .hash) ? 0 : 1
    return (id &+ lie) % 13 << 60 | (id &+ lie) % 5
  }
}

/// The question that keys lie about, and the random numbers that say when.
final class Mood {
  enum Question: CaseIterable { case equality, order, hash, nothing }

  let lyingAbout: Question
  var random: SplitMix64
  /// How many keys and values there are.
  var alive = 0

  init(lyingAbout question: Question, seed: UInt64) {
    lyingAbout = question
    random = SplitMix64(seed: seed)
  }

  func answer(_ truth: Bool, to question: Question) -> Bool {
    question == lyingAbout && random.below(4) == 0 ? !truth : truth
  }
}

/// A value on the heap, so that a place that is read after it was vacated, or left behind, is noticed.
final class CountedValue {
  let mood: Mood

  init(_ mood: Mood) {
    self.mood = mood
    mood.alive += 1
  }

  deinit { mood.alive -= 1 }
}

/// Ends an access with nil, and changes a key before that.
func clear(_ place: inout CountedValue?, changing key: BrokenKey, to id: Int) {
  place = nil
  key.id = id
}
