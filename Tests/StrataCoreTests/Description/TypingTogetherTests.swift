import Foundation
import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// Two people who type in copies of one text.
@Suite("Typing together")
struct TypingTogetherTests {
  /// The recording beside the project; it is not part of it.
  static let file =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    + "/../shared/traces/friendsforever-concurrent.json.gz"
  static let isThere = FileManager.default.isReadableFile(atPath: file)

  /// A recorded session, played with the edits as they were told, or as a difference finds them.
  struct Session {
    let trace: ConcurrentTrace
    let count: Int
    let areTold: Bool
    var typists = [Typist("", rank: .first), Typist("", rank: .second)]
    private var sent: [[Typist.Message]] = [[], []]
    /// How many edits a difference finds at another place than they were made at.
    private(set) var misplaced = 0
    private(set) var edits = 0
    /// The texts after undoing one of the typist's own keystrokes, at every hundredth point.
    private(set) var leftovers: [PersistentText] = []

    init(_ trace: ConcurrentTrace, first count: Int, areTold: Bool) throws {
      (self.trace, self.count, self.areTold) = (trace, Swift.min(count, trace.txns.count), areTold)
      let known = trace.known
      for number in 0..<self.count {
        let (one, agent) = (trace.txns[number], trace.txns[number].agent)
        try receive(agent, upTo: known[number][1 - agent])
        try type(one.patches, by: agent)
        if number % 100 == 99 { try takeBack(agent) }
      }
      for agent in 0...1 { try receive(agent, upTo: sent[1 - agent].count) }
    }

    private mutating func receive(_ agent: Int, upTo count: Int) throws {
      while typists[agent].received < count {
        try typists[agent].receive(sent[1 - agent][typists[agent].received])
      }
    }

    /// The edits of one transaction are one patch, put together.
    private mutating func type(_ patches: [EditingTrace.Edit], by agent: Int) throws {
      var (text, all) = (typists[agent].text, Patch())
      for edit in patches {
        let scalars = text.unicodeScalars
        let start = scalars.index(scalars.startIndex, offsetBy: edit.position)
        let range = start..<scalars.index(start, offsetBy: edit.removed)
        let told = Patch(replacing: range, of: text, with: edit.inserted)
        let next = try text.applying(told)
        var patch = told
        if !areTold {
          patch = try Patch(from: text, to: PersistentText(String(next)))
          if patch != told { misplaced += 1 }
        }
        edits += 1
        text = next
        all = try all.followed(by: patch)
      }
      sent[agent].append(try typists[agent].type(all))
    }

    private mutating func takeBack(_ agent: Int) throws {
      let typist = typists[agent]
      // The last own keystroke with some sixty others after it, or the first one.
      let own = typist.done.indices.filter { typist.done[$0].isOwn }
      let number = try #require(own.last { $0 + 60 < typist.done.count } ?? own.first)
      let left = try typist.takingBack(number)
      leftovers.append(left)
      guard areTold, typist.done[number].patch.onlyInserts else { return }
      try #require(left.utf8.elementsEqual(typist.bytes(without: number)), "at \(typist.done.count)")
    }
  }

  @Test(
    "Two people typing at once, as recorded: each undoes only own keystrokes; in the end both texts are the same",
    .enabled(if: isThere, "the recordings are not in ../shared/traces")
  )
  func recorded() throws {
    let trace = try ConcurrentTrace.read(Self.file)
    // Unoptimised tests play the beginning of the recording alone.
    let count = Soak.isOn ? Int.max : 1_000
    let told = try Session(trace, first: count, areTold: true)
    let found = try Session(trace, first: count, areTold: false)
    for session in [told, found] {
      #expect(session.typists[0].text.isWritten(as: session.typists[1].text))
      if session.count == trace.txns.count {
        #expect(session.typists[0].text.utf8.elementsEqual(trace.endContent.utf8))
      }
    }
    let otherwise = zip(told.leftovers, found.leftovers).count { !$0.isWritten(as: $1) }
    #expect(found.misplaced > 0 || !Soak.isOn)
    print(
      """
      A difference finds \(found.misplaced) of \(found.edits) edits at another place than they were made at; \
      taking back then leaves another text at \(otherwise) of \(told.leftovers.count) points
      """
    )
  }

  static let letters: PersistentText = "aéa"

  /// An edit where others are likely to make theirs: in a short text of few letters.
  static func randomEdit(of text: PersistentText, using random: inout SplitMix64) -> Patch {
    let scalars = text.unicodeScalars
    let count = scalars.count
    let start = Int.random(in: 0...Swift.min(count, 4), using: &random)
    let removed =
      Bool.random(using: &random) ? 0 : Int.random(in: 0...Swift.min(2, count - start), using: &random)
    let first = scalars.index(scalars.startIndex, offsetBy: start)
    let range = first..<scalars.index(first, offsetBy: removed)
    let new = ["a", "b", "é", "ab", ""][Int.random(in: 0..<5, using: &random)]
    return Patch(replacing: range, of: text, with: new)
  }

  @Test("However late each hears of the other, both end the same")
  func late() throws {
    for seed in 0..<UInt64(Soak.times(100)) {
      var random = SplitMix64(seed: seed)
      var typists = [Typist(Self.letters, rank: .first), Typist(Self.letters, rank: .second)]
      var sent: [[Typist.Message]] = [[], []]
      for _ in 0..<30 {
        let one = Int.random(in: 0...1, using: &random)
        if Bool.random(using: &random) {
          let patch = Self.randomEdit(of: typists[one].text, using: &random)
          sent[one].append(try typists[one].type(patch))
        } else if typists[one].received < sent[1 - one].count {
          try typists[one].receive(sent[1 - one][typists[one].received])
        }
      }
      for one in 0...1 {
        for message in sent[1 - one][typists[one].received...] { try typists[one].receive(message) }
      }
      try #require(typists[0].text.isWritten(as: typists[1].text), "seed \(seed)")
    }
  }

  @Test("Edits made apart end in one text, in whatever order the two typists receive them")
  func orders() throws {
    for seed in 0..<UInt64(Soak.times(10)) {
      var random = SplitMix64(seed: seed)
      var typists = [Typist(Self.letters, rank: .first), Typist(Self.letters, rank: .second)]
      var sent: [[Typist.Message]] = [[], []]
      for one in 0...1 {
        for _ in 0..<3 {
          let patch = Self.randomEdit(of: typists[one].text, using: &random)
          sent[one].append(try typists[one].type(patch))
        }
      }
      var ends: Set<String> = []
      // Three messages each way: who hears next, in all twenty orders, and one more edit where both have heard of two.
      for order in 0..<64 where order.nonzeroBitCount == 3 {
        var copies = typists
        for step in 0..<6 {
          let one = order >> step & 1
          try copies[one].receive(sent[1 - one][copies[one].received])
        }
        for copy in copies { ends.insert(String(copy.text)) }
      }
      try #require(ends.count == 1, "seed \(seed): \(ends)")
    }
  }

  /// One of several people; what is done is what a list in the middle says, in that order.
  struct Member {
    let number: Int
    var text = TypingTogetherTests.letters
    /// The member's own patches that the list does not hold yet, rebased over the entries heard so far.
    var pending: [Patch] = []
    var heard = 0

    /// Hears of the next entry of the list.
    mutating func hear(_ entry: (patch: Patch, by: Int)) throws {
      heard += 1
      if entry.by == number {
        pending.removeFirst()
        return
      }
      let isFirst = number < entry.by
      var patch = entry.patch
      for index in pending.indices {
        let own = pending[index]
        pending[index] = try own.rebased(over: patch, rank: isFirst ? .first : .second) { _ in
          isFirst ? .mine : .theirs
        }
        patch = try patch.rebased(over: own, rank: isFirst ? .second : .first) { _ in
          isFirst ? .theirs : .mine
        }
      }
      text = try text.applying(patch)
    }
  }

  @Test("Three who agree on one order, whichever, end the same, wherever all of them type")
  func three() throws {
    for seed in 0..<UInt64(Soak.times(40)) {
      var random = SplitMix64(seed: seed)
      var members = (0..<3).map { Member(number: $0) }
      var (agreed, list): (PersistentText, [(patch: Patch, by: Int)]) = (Self.letters, [])
      for step in 0..<60 {
        let one = Int.random(in: 0..<3, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where step < 40:
          let patch = Self.randomEdit(of: members[one].text, using: &random)
          members[one].text = try members[one].text.applying(patch)
          members[one].pending.append(patch)
        case 1:
          while members[one].heard < list.count { try members[one].hear(list[members[one].heard]) }
          guard let patch = members[one].pending.first else { continue }
          agreed = try agreed.applying(patch)
          list.append((patch, one))
          try members[one].hear(list[members[one].heard])
        default:
          if members[one].heard < list.count { try members[one].hear(list[members[one].heard]) }
        }
      }
      for one in 0..<3 {
        while members[one].heard < list.count { try members[one].hear(list[members[one].heard]) }
        while let patch = members[one].pending.first {
          agreed = try agreed.applying(patch)
          list.append((patch, one))
          try members[one].hear(list[members[one].heard])
        }
      }
      for one in 0..<3 {
        while members[one].heard < list.count { try members[one].hear(list[members[one].heard]) }
        try #require(members[one].text.isWritten(as: agreed), "seed \(seed), \(one)")
      }
    }
  }
}
