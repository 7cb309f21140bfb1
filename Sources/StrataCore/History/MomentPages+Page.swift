extension MomentPages {
  /// Moments in the order of their making, as they are or packed.
  enum Page: Sendable {
    case open(OpenPage)
    case packed(PackedPage, alive: UInt64)

    /// The number of its first moment.
    var first: UInt32 {
      switch self {
      case .open(let page): page.first
      case .packed(let page, _): page.first
      }
    }

    /// The number of its first moment, and which of them are there.
    var marks: (first: UInt32, alive: UInt64) {
      switch self {
      case .open(let page): (page.first, page.alive)
      case .packed(let page, let alive): (page.first, alive)
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
