import Measuring
import PersistentCollections
import StrataCore

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
    try recordStore()
  }

  /// A state that is one text.
  private struct Draft: Reducible, Described {
    var text: PersistentText = ""

    static func describe(_ field: inout Fields<Draft>) { field("text", \.text) }

    mutating func reduce(_ edit: EditingTrace.Edit) {
      let start = text.unicodeScalars.index(text.startIndex, offsetBy: edit.position)
      let end = text.unicodeScalars.index(start, offsetBy: edit.removed)
      text.replaceSubrange(start..<end, with: edit.inserted)
    }

    func recording(of edit: EditingTrace.Edit) -> Recording { .step("Typing") }
  }

  /// The same in a store, each keystroke a step.
  private func recordStore() throws {
    let store = Store(Draft(text: PersistentText(trace.startContent)), undoing: \.text, keeping: .all)
    let before = Heap.liveBytes
    let sends = try nanoseconds { for edit in edits { try store.send(edit) } }
    let grown = Heap.liveBytes - before
    let text = store.state.text
    if !run.isQuick, !text.utf8.elementsEqual(trace.endContent.utf8) { throw WrongEnd() }
    let middle = store.timeline.undoPath.dropFirst(edits.count / 2).first?.id ?? store.timeline.oldest.id
    let jump = try nanoseconds { try store.jump(to: middle) }
    let count = Double(edits.count)
    run.record("Store", "bytes/step", Double(grown) / count, steps: edits.count)
    run.record("Store", "ns/send", sends / count, steps: edits.count)
    run.record("Store", "jump to the middle ms", jump / 1_000_000, steps: edits.count)
  }
}
