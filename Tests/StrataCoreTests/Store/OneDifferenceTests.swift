import Testing

@testable import StrataCore

@Suite("One difference per change", .serialized)
struct OneDifferenceTests {
  /// A leaf that counts how often it is written: whoever compares two of them, or tells what is different, writes them.
  struct Counted: DescribedLeaf, Equatable {
    static let written = Guarded(0)
    var text = "a text that is not stored in place"

    init() {}

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
      Self.written.withLock { $0 += 1 }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  struct Sheet: Reducible, Described {
    var page = Page()
    var margin = Counted()

    struct Page: Described, Equatable {
      var seal = Counted()

      static func describe(_ field: inout Fields<Page>) { field("seal", \.seal) }
    }

    static func describe(_ field: inout Fields<Sheet>) {
      field("page", \.page)
      field("margin", \.margin)
    }

    enum Action: Sendable, Equatable { case write(String), scribble(String) }

    mutating func reduce(_ action: Action) {
      switch action {
      case .write(let text): (page.seal.text, margin.text) = (text, text)
      case .scribble(let text): margin.text = text
      }
    }

    func recording(of action: Action) -> Recording {
      if case .write = action { .step("Write") } else { .untracked }
    }
  }

  /// How often leaves are written for one change of a store that `watch` has prepared.
  private func written(
    keeping: Keeping,
    _ watch: (Store<Sheet>) throws -> [ObservationToken]
  ) throws -> Int {
    let store = Store(Sheet(), undoing: \.page, keeping: keeping)
    let tokens = try watch(store)
    let before = Counted.written.withLock { $0 }
    try store.send(.write("another text that is not stored in place"))
    defer { for token in tokens { token.cancel() } }
    return Counted.written.withLock { $0 } - before
  }

  @Test(
    "A hook, a log and any number of observers ask for it, again and again: it is looked for once",
    arguments: [.unpacked, Keeping(snapshots: 2)]
  )
  func once(keeping: Keeping) throws {
    let one = try written(keeping: keeping) { store in
      [store.observe { #expect((try? $0.patch)?.isEmpty == false) }]
    }
    let fields = try #require(PartFields([\Sheet.page], of: Sheet.self))
    func keepLog(of store: Store<Sheet>) throws {
      try store.setRecorder(CommitRecorder { try $0.patch(knowing: fields).isEmpty ? 0 : 1 }, from: 0)
    }
    let log = try written(keeping: keeping) { store in
      try keepLog(of: store)
      return []
    }
    let many = try written(keeping: keeping) { store in
      try store.willCommit { transition in
        let isEmpty = try transition.patch.isEmpty
        #expect(!isEmpty)
      }
      try keepLog(of: store)
      return (0..<3).map { _ in
        store.observe { transition in
          #expect((try? transition.patch) == (try? transition.patch))
        }
      }
    }
    // Without an attic and a log no patch exists yet, so the store compares both states before an observer asks.
    let compared = keeping.snapshots == nil ? 2 : 0
    #expect(log > 0 && many == log && one == log + compared, "\(one), \(log), \(many)")
  }

  @Test("A store without observers, hooks or a log compares both states and makes no patch")
  func none() throws {
    #expect(try written(keeping: .unpacked) { _ in [] } == 2)
  }
}
