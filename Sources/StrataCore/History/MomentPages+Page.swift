extension MomentPages {
  /// Moments in the order of their making, as they are or packed.
  enum Page: Sendable {
    case open(OpenPage)
    case packed(PackedPage, alive: PageMarks)

    /// The number of its first moment.
    var first: UInt32 {
      switch self {
      case .open(let page): page.first
      case .packed(let page, _): page.first
      }
    }

    /// The number of its first moment, and which of them are there.
    var marks: (first: UInt32, alive: PageMarks) {
      switch self {
      case .open(let page): (page.first, PageMarks(first: page.alive))
      case .packed(let page, let alive): (page.first, alive)
      }
    }

    /// Whether all of its moments are gone.
    var isEmpty: Bool {
      switch self {
      case .open(let page): page.alive == 0
      case .packed(_, let alive): alive.isEmpty
      }
    }

    /// The bytes that the page occupies on the heap, where it is packed; else 0.
    var packedBytes: Int { if case .packed(let page, _) = self { page.heapBytes } else { 0 } }

    /// Takes a moment out that is there, and returns what it kept as a value or a step of its own.
    mutating func remove(_ number: UInt32) -> Kept? {
      switch self {
      case .open(var page):
        guard let index = page.index(number) else { return nil }
        self = .open(OpenPage(first: 0, room: 0))  // So that the page is changed where it lies.
        defer { self = .open(page) }
        return page.remove(index).kept
      case .packed(let page, var alive):
        if let index = page.index(number, alive) { alive[index] = false }
        self = .packed(page, alive: alive)
        return nil
      }
    }

    func snapshot(at id: Moment.ID) -> DomainSnapshot? {
      guard case .open(let page) = self, let index = page.index(id.raw),
        case .snapshot(let snapshot) = page.entries[index].kept
      else { return nil }
      return snapshot
    }
  }
}

/// A page that is not packed: the moments one after the other.
struct OpenPage: Sendable {
  let first: UInt32
  private(set) var entries: ContiguousArray<MomentPages.Entry> = []
  /// The moments that are still there, a bit for each.
  private(set) var alive: UInt64 = 0

  init(first: UInt32, room: Int = 1) {
    self.first = first
    entries.reserveCapacity(room)
  }

  var last: UInt32 { first + UInt32(entries.count) - 1 }

  /// Whether a moment is still there, by its place.
  @inline(__always)
  func isAlive(_ index: Int) -> Bool { alive & (1 &<< UInt64(index)) != 0 }

  @inline(__always)
  func index(_ number: UInt32) -> Int? {
    let index = Int(number) - Int(first)
    return index >= 0 && index < entries.count && isAlive(index) ? index : nil
  }

  @inline(__always)
  mutating func append(_ entry: consuming MomentPages.Entry, _ number: UInt32) {
    // Numbers that were left out are moments that are gone.
    while first + UInt32(entries.count) < number { entries.append(.gone) }
    alive |= 1 &<< UInt64(entries.count)
    entries.append(entry)
  }

  @inline(__always)
  mutating func update(_ index: Int, _ change: (inout MomentPages.Entry) -> Void) { change(&entries[index]) }

  /// Keeps what comes before a moment, and returns the rest as a page of its own.
  mutating func split(before number: UInt32, room: Int) -> OpenPage {
    let place = Int(number - first)
    var rest = OpenPage(first: number, room: room)
    rest.entries += entries[place...]
    rest.alive = alive &>> UInt64(place)
    entries.removeSubrange(place...)
    alive &= 1 &<< UInt64(place) &- 1
    return rest
  }

  /// The same page with other steps.
  func mapped(_ change: (Patch) throws(PatchError) -> Patch) throws(PatchError) -> OpenPage {
    var page = self
    for (index, entry) in entries.enumerated() {
      if case .step(let step) = entry.kept {
        page.entries[index].kept = .step(
          PackedStep(try change(step.patch), restoredValues: step.restoredValues)
        )
      }
    }
    return page
  }

  mutating func remove(_ index: Int) -> MomentPages.Entry {
    alive &= ~(1 &<< UInt64(index))
    let entry = entries[index]
    entries[index] = .gone
    return entry
  }
}

extension MomentPages.Entry {
  var words: MomentWords { MomentWords(label: label, time: time, provenance: provenance) }

  /// The entry that takes the place of a moment that is gone.
  fileprivate static let gone = Self(
    label: "",
    time: Timestamp(nanosecondsSince1970: 0),
    kept: .nothing
  )
}
