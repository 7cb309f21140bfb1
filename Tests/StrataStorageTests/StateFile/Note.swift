import StrataStorage

/// The state that these tests save.
struct Note: Codable, Equatable, Sendable {
  var text: String
  var weight = 1.0

  /// The file that this note is saved as.
  var file: [UInt8] {
    Array(
      "{\"format\":\"strata-state-1\",\"schema\":1,\n\"state\":{\"text\":\"\(text)\",\"weight\":1}}\n".utf8
    )
  }
}

/// A state file on a simulated disk, which is not ready to wait.
func noteFile(on disk: SimulatedDisk, at path: String = "/d/state.json", keepsPrevious: Bool = true)
  -> StateFile<Note>
{
  StateFile(at: path, keepsPreviousVersion: keepsPrevious, in: disk, patience: .zero)
}
