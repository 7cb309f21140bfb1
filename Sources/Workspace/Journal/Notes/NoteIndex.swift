import PersistentCollections

/// Where notes stand in the order of their times.
struct NoteIndex: RowIndex {
  /// All of them, by time.
  private(set) var byTime = IDsByRank<WallTime>()

  init() {}

  init(of notes: some Sequence<Note>) {
    byTime = IDsByRank(notes.map { IDsByRank.Place(rank: $0.time, id: $0.id) })
  }

  mutating func insert(_ note: Note) { byTime.set(note.id, at: note.time, isThere: true) }
  mutating func remove(_ note: Note) { byTime.set(note.id, at: note.time, isThere: false) }

  mutating func move(from old: Note, to new: Note) {
    guard old.time != new.time else { return }
    remove(old)
    insert(new)
  }

  func addFootprint(to meter: inout FootprintMeter) { meter.add(byTime.places) }
}
