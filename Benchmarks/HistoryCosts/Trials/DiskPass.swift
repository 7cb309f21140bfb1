import Foundation
import StrataCore
import StrataStorage

/// Plays the script in a store that lives on the disk, and looks at how its log grows.
struct DiskPass<S: Subject> {
  /// The bytes of log that each step took.
  let bytesPerStep: Double

  init(_ state: S.State, _ script: Script, steps: Int) throws {
    let name = "strata-\(UInt64.random(in: 0 ... .max))"
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("state.json").path
    let clock = EditClock()
    var options = OpeningOptions()
    options.sync = .onFlush
    options.keeping = .all
    options.pacing = AutosavePacing(delay: .seconds(1_000_000))
    options.clock = { clock.now }
    let durable = try DurableStore(at: path, undoing: S.part, startingWith: state, options: options)
    func logSize() throws -> Int {
      try URL(fileURLWithPath: path + ".log").resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    }
    var script = script
    let before = try logSize()
    for _ in 0..<steps {
      for command in script.nextStep() {
        switch command {
        case .send(let edit):
          clock.advance(for: edit)
          try durable.store.send(S.action(for: edit))
        case .undo: try durable.store.undo()
        case .redo: try durable.store.redo()
        }
      }
    }
    bytesPerStep = Double(try logSize() - before) / Double(steps)
  }
}
