import Measuring
import PersistentCollections

/// A recorded session, replayed with every version kept.
struct ReplayRun {
  let run: Suite.Run
  let trace: EditingTrace
  let edits: [EditingTrace.Edit]

  init(_ run: Suite.Run, file: String) throws {
    self.run = run
    trace = try EditingTrace.read(file)
    edits = run.isQuick ? Array(trace.edits.prefix(1_000)) : trace.edits
  }

  /// The session did not end in the text that it should.
  struct WrongEnd: Error {}

  func record() throws {
    var times: [Double] = []
    var grown = 0
    for _ in 0..<run.rounds {
      var text = PersistentText(trace.startContent)
      var versions = [text]
      versions.reserveCapacity(edits.count + 1)
      let before = Heap.liveBytes
      times.append(
        nanoseconds {
          for edit in edits {
            let start = text.unicodeScalars.index(text.startIndex, offsetBy: edit.position)
            let end = text.unicodeScalars.index(start, offsetBy: edit.removed)
            text.replaceSubrange(start..<end, with: edit.inserted)
            versions.append(text)
          }
        }
      )
      grown = Heap.liveBytes - before
      if !run.isQuick, !text.utf8.elementsEqual(trace.endContent.utf8) { throw WrongEnd() }
    }
    let count = Double(edits.count)
    run.record("PersistentText", "bytes/step", Double(grown) / count, steps: edits.count)
    run.record("PersistentText", "ns/step", times.sorted()[times.count / 2] / count, steps: edits.count)
  }
}
