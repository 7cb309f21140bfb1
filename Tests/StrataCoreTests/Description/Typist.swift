import PersistentCollections

@testable import StrataCore

/// One of two people who type in copies of one text, and exchange what they typed.
struct Typist {
  /// Whose letters stand first where both type at one place; the same for both copies.
  let rank: MergeRank
  private(set) var text: PersistentText
  /// The patches applied to the text, in order, each with its typist.
  private(set) var done: [(patch: Patch, isOwn: Bool)] = []
  /// The patch that typed each byte of the text, by its number in ``done``; nil for the first text.
  private(set) var origins: [Int?]
  /// The own patches that the other typist had not seen at its last message, each rebased over all received patches.
  private var unseen: [Patch] = []
  private(set) var sent = 0
  private(set) var received = 0
  private var seenByOther = 0

  init(_ text: PersistentText, rank: MergeRank) {
    (self.text, self.rank) = (text, rank)
    origins = Array(repeating: nil, count: text.utf8.count)
  }

  /// Something that was typed, and how much the one who typed it had seen of the other.
  struct Message {
    let patch: Patch
    let seen: Int
  }

  /// Types, and returns what the other one is to know.
  mutating func type(_ patch: Patch) throws -> Message {
    try change(patch, isOwn: true)
    unseen.append(patch)
    sent += 1
    return Message(patch: patch, seen: received)
  }

  /// Takes in what the other one typed, carried over what that one had not seen.
  mutating func receive(_ message: Message) throws {
    unseen.removeFirst(message.seen - seenByOther)
    seenByOther = message.seen
    var patch = message.patch
    for index in unseen.indices {
      let own = unseen[index]
      unseen[index] = try own.rebased(over: patch, rank: rank) { [rank] _ in rank == .first ? .mine : .theirs
      }
      patch = try patch.rebased(over: own, rank: rank.mirrored) { [rank] _ in
        rank == .first ? .theirs : .mine
      }
    }
    received += 1
    try change(patch, isOwn: false)
  }

  /// The text without what was typed in one step.
  func takingBack(_ number: Int) throws -> PersistentText {
    // One by one: put together, a letter that went and was typed again would be the one that was there.
    let back = try done[(number + 1)...].reduce(done[number].patch.inverted) { back, later in
      try back.rebased(over: later.patch) { _ in .theirs }
    }
    return try text.applying(back)
  }

  /// The bytes that ``takingBack(_:)`` has to leave after a step that only inserted.
  func bytes(without number: Int) -> [UInt8] {
    zip(text.utf8, origins).compactMap { $1 == number ? nil : $0 }
  }

  private mutating func change(_ patch: Patch, isOwn: Bool) throws {
    text = try text.applying(patch)
    if case .text(let runs)? = patch.root {
      var place = 0
      for run in runs {
        switch run {
        case .kept(let count): place += count
        case .removed(let gone): origins.removeSubrange(place..<place + gone.utf8.count)
        case .inserted(let come):
          origins.insert(contentsOf: repeatElement(Optional(done.count), count: come.utf8.count), at: place)
          place += come.utf8.count
        }
      }
    }
    done.append((patch, isOwn))
  }
}

extension Patch {
  /// Whether it takes nothing away.
  var onlyInserts: Bool {
    guard case .text(let runs)? = root else { return false }
    return runs.allSatisfy { if case .removed = $0 { false } else { true } }
  }
}
