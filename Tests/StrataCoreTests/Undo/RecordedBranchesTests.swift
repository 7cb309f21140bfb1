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

  struct Page: Described, Equatable {
    var text: PersistentText = ""

    static func describe(_ field: inout Fields<Page>) { field("text", \.text) }
  }

  /// The moments of both people in one history.
  struct Branches {
    private(set) var history = StepList([])
    private var values: [PersistentText] = [""]

    static func id(_ moment: Int) -> Moment.ID { Moment.ID(raw: UInt32(moment)) }

    func text(_ moment: Int) -> PersistentText { values[moment] }

    /// Makes a step behind a moment.
    mutating func type(_ edits: [EditingTrace.Edit], behind moment: Int) throws -> Int {
      var (text, all) = (values[moment], Patch())
      for edit in edits {
        let start = text.unicodeScalars.index(text.startIndex, offsetBy: edit.position)
        let end = text.unicodeScalars.index(start, offsetBy: edit.removed)
        let patch = Patch(replacing: start..<end, of: text, with: edit.inserted)
        text = try text.applying(patch)
        all = try all.followed(by: patch)
      }
      return append(text, [moment], all.inside(.field("text")))
    }

    /// Merges one moment into another one.
    mutating func merge(_ tip: Int, into moment: Int) throws -> Int {
      let steps = try StepSelection.steps(of: history, moving: [], at: Self.id(moment), merging: Self.id(tip))
      let patch = try StepWalker(steps, Page._shape).patch(moving: [])
      return append(try Page(text: values[moment]).applying(patch).text, [moment, tip], Patch())
    }

    private mutating func append(_ text: PersistentText, _ parents: [Int], _ patch: Patch) -> Int {
      values.append(text)
      history.append(WalkedStep(Self.id(values.count - 1), after: parents.map(Self.id), patch))
      return values.count - 1
    }
  }

  @Test(
    "Both branches end with the recorded text",
    .enabled(if: isThere, "the recordings are not in ../shared/traces")
  )
  func recorded() throws {
    let trace = try ConcurrentTrace.read(Self.file)
    // Where tests are not optimised, the beginning has to do.
    let count = Soak.isOn ? trace.txns.count : 300
    var branches = Branches()
    var moments: [Int] = []
    for one in trace.txns.prefix(count) {
      var start = one.parents.first.map { moments[$0] } ?? 0
      for parent in one.parents.dropFirst() { start = try branches.merge(moments[parent], into: start) }
      moments.append(try branches.type(one.patches, behind: start))
    }
    let ends = [0, 1].map { agent in moments[trace.txns.prefix(count).lastIndex { $0.agent == agent }!] }
    let (one, other) = (
      try branches.merge(ends[1], into: ends[0]), try branches.merge(ends[0], into: ends[1])
    )
    #expect(branches.text(one).isWritten(as: branches.text(other)))
    if count == trace.txns.count {
      #expect(branches.text(one).utf8.elementsEqual(trace.endContent.utf8))
    }
  }
}
