import Foundation
import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// A recorded session of two people as branches that merge each other, as stores are to do it.
@Suite("Two people's recorded session as branches")
struct RecordedBranchesTests {
  static let file =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    + "/../shared/traces/friendsforever-concurrent.json.gz"
  static let isThere = FileManager.default.isReadableFile(atPath: file)

  struct Page: Described, Equatable, Sendable {
    var text: PersistentText = ""

    static func describe(_ field: inout Fields<Page>) { field("text", \.text) }
  }

  /// The moments of both people in one store.
  struct Branches {
    private let store = Store(Played(value: Page()), undoing: \.value, keeping: .all)

    var start: Moment.ID { store.timeline.oldest.id }

    func text(_ moment: Moment.ID) throws -> PersistentText {
      try store.jump(to: moment)
      return store.state.value.text
    }

    /// Makes a step behind a moment.
    func type(_ edits: [EditingTrace.Edit], behind moment: Moment.ID) throws -> Moment.ID {
      let old = try text(moment)
      var (text, all) = (old, Patch())
      for edit in edits {
        let start = text.unicodeScalars.index(text.startIndex, offsetBy: edit.position)
        let end = text.unicodeScalars.index(start, offsetBy: edit.removed)
        let patch = Patch(replacing: start..<end, of: text, with: edit.inserted)
        text = try text.applying(patch)
        all = try all.followed(by: patch)
      }
      try store.send(Played.Edit(value: Page(text: text), patch: all.inside(.field("text"))))
      return store.timeline.present.id
    }

    /// Merges one moment into another one.
    func merge(_ tip: Moment.ID, into moment: Moment.ID) throws -> Moment.ID {
      try store.jump(to: moment)
      try store.merge(tip)
      return store.timeline.present.id
    }
  }

  @Test(
    "Both branches end with the recorded text",
    .enabled(if: isThere, "the recordings are not in ../shared/traces")
  )
  func recorded() throws {
    let trace = try ConcurrentTrace.read(Self.file)
    // Unoptimised tests play the beginning of the recording alone.
    let count = Soak.isOn ? trace.txns.count : 300
    let branches = Branches()
    var moments: [Moment.ID] = []
    for one in trace.txns.prefix(count) {
      var start = one.parents.first.map { moments[$0] } ?? branches.start
      for parent in one.parents.dropFirst() { start = try branches.merge(moments[parent], into: start) }
      moments.append(try branches.type(one.patches, behind: start))
    }
    let ends = [0, 1].map { agent in moments[trace.txns.prefix(count).lastIndex { $0.agent == agent }!] }
    let (one, other) = (
      try branches.merge(ends[1], into: ends[0]), try branches.merge(ends[0], into: ends[1])
    )
    #expect(try branches.text(one).isWritten(as: branches.text(other)))
    if count == trace.txns.count {
      #expect(try branches.text(one).utf8.elementsEqual(trace.endContent.utf8))
    }
  }
}
