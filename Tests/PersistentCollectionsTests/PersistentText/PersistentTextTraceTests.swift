import Foundation
import Measuring
import PersistentCollections
import TestSupport
import Testing

@Suite("A recorded session")
struct PersistentTextTraceTests {
  /// The recordings beside the project; they are not part of it.
  static let folder =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/../shared/traces/"
  static let areThere = FileManager.default.isReadableFile(atPath: folder + "automerge-paper.json.gz")

  @Test(
    "ends in the text that it ended in, and every kept version is as it was",
    .enabled(if: areThere, "the recordings are not in ../shared/traces"),
    arguments: ["sveltecomponent", "friendsforever_flat", "seph-blog1", "automerge-paper"]
  )
  func replay(name: String) throws {
    let trace = try EditingTrace.read(Self.folder + name + ".json.gz")
    // Outside of the soak, the first part of a long trace is enough.
    let edits = trace.edits.prefix(Soak.isOn ? .max : 5_000)
    var (text, model) = (PersistentText(trace.startContent), Array(trace.startContent.unicodeScalars))
    var versions: [(text: PersistentText, model: [Unicode.Scalar])] = []
    for (number, edit) in edits.enumerated() {
      if number.isMultiple(of: 2_500) { versions.append((text, model)) }
      let range = edit.position..<edit.position + edit.removed
      text.replaceSubrange(text.scalarRange(range), with: edit.inserted)
      model.replaceSubrange(range, with: edit.inserted.unicodeScalars)
    }
    #expect(text.brokenInvariant == nil)
    #expect(text.unicodeScalars.elementsEqual(model))
    if edits.count == trace.edits.count { #expect(text.utf8.elementsEqual(trace.endContent.utf8)) }
    for version in versions {
      #expect(version.text.unicodeScalars.elementsEqual(version.model))
      var forward = version.text
      try forward.apply(text.changes(from: version.text))
      #expect(forward.isWritten(as: text))
    }
  }
}
