/// Where notes stand in the order of their times.
struct NoteIndex: RowIndex {
  /// All of them, by time.
  private(set) var byTime = IDsByRank<WallTime>()

  static func haveSamePlaces(_ old: Note, _ new: Note) -> Bool { old.time == new.time }
  mutating func insert(_ note: Note) { byTime.set(note.id, at: note.time, isThere: true) }
  mutating func remove(_ note: Note) { byTime.set(note.id, at: note.time, isThere: false) }
}
