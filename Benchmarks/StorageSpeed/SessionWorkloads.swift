import Foundation
import Measuring
import PersistentCollections
import StrataCore
import StrataStorage

/// A recorded session, each keystroke a step of a store on the disk: what it takes there and in memory, and to open it again.
func addSessionWorkloads(to suite: inout Suite) {
  suite.add("session", "replay the session of --trace FILE, whatever n is, a step for each edit") { run in
    guard let trace = run.own["--trace"] else { return }
    let session = try EditingTrace.read(trace)
    try withPath { path in try RecordedSession(session, run, path).record() }
  }
}

private struct RecordedSession {
  private let session: EditingTrace
  private let edits: [EditingTrace.Edit]
  private let run: Suite.Run
  private let path: String

  init(_ session: EditingTrace, _ run: Suite.Run, _ path: String) {
    (self.session, self.run, self.path) = (session, run, path)
    edits = run.isQuick ? Array(session.edits.prefix(10_000)) : session.edits
  }

  struct Draft: Reducible, Described {
    var text = PersistentText()

    static func describe(_ field: inout Fields<Draft>) { field("text", \.text) }

    mutating func reduce(_ edit: EditingTrace.Edit) {
      let scalars = text.unicodeScalars
      let start = scalars.index(scalars.startIndex, offsetBy: edit.position)
      text.replaceSubrange(start..<scalars.index(start, offsetBy: edit.removed), with: edit.inserted)
    }

    func recording(of _: EditingTrace.Edit) -> Recording { .step("Typing") }
  }

  private func opened() throws -> DurableStore<Draft> {
    var options = OpeningOptions()
    (options.sync, options.keeping) = (.onFlush, .all)
    let first = Draft(text: PersistentText(session.startContent))
    return try DurableStore(at: path, undoing: \.text, startingWith: first, options: options)
  }

  private func record(_ metric: String, _ figure: Double) {
    run.record("session", metric, figure, steps: edits.count)
  }

  private func recordDisk(_ when: String) throws {
    record("disk bytes/step, \(when)", Double(try size(of: path + ".log")) / Double(edits.count))
  }

  func record() throws {
    let count = Double(edits.count)
    var slowest = 0.0
    let (written, kept) = try Heap.growth {
      let durable = try opened()
      let time = try milliseconds {
        for edit in edits { slowest = max(slowest, try nanoseconds { try durable.store.send(edit) }) }
        try durable.sync()
      }
      record("writing, ms", time)
      record("slowest send, ms", slowest / 1e6)
      return durable
    }
    record("memory bytes/step", Double(kept) / count)
    try recordDisk("at the end")
    // Nobody types a hundred thousand letters a second: what was typed is put into pages as soon as there is time.
    Thread.sleep(forTimeInterval: 5)
    try recordDisk("five seconds later")
    record("closing, ms", try milliseconds { try written.close() })
    try recordDisk("closed")
    let end = written.store.state
    var opening: [Double] = []
    for _ in 0..<run.rounds {
      opening.append(try milliseconds { try opened().close() })
    }
    record("opening, ms", opening.sorted()[opening.count / 2])
    let (again, keptAgain) = try Heap.growth { try opened() }
    guard again.store.state == end, again.store.timeline.count == edits.count + 1 else { throw NotTheSame() }
    record("memory bytes/step, opened again", Double(keptAgain - end.text.utf8.count) / count)
    let ids = again.store.timeline.ids
    record("first jump to the middle, ms", try milliseconds { try again.store.jump(to: ids[ids.count / 2]) })
    record("jump to the beginning, ms", try milliseconds { try again.store.jump(to: ids[0]) })
    record("jump to the end, ms", try milliseconds { try again.store.jump(to: ids[ids.count - 1]) })
    guard again.store.state == end else { throw NotTheSame() }
    record(
      "undo, us",
      try run.median { try milliseconds { for _ in 0..<200 { try again.store.undo() } } } * 5
    )
  }
}
