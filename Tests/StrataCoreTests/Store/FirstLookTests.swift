import TestSupport
import Testing

@testable import StrataCore

/// States that no history can keep. A debug build looks at the first changes of a type, so each test has types of its own.
@Suite("Nothing is lost silently in memory")
struct FirstLookTests {
  /// A state with an object that reducers change in place.
  struct Shared: Reducible, Equatable {
    var counter = ObjectCounter()
    var title = ""

    enum Action: Sendable { case count, rename }

    mutating func reduce(_ action: Action) {
      switch action {
      case .count: counter.number += 1
      case .rename: title += "x"
      }
    }
  }

  final class ObjectCounter: Equatable, @unchecked Sendable {
    // Unchecked because it is the defect that the test is about: one thread uses it.
    var number = 0
    static func == (left: ObjectCounter, right: ObjectCounter) -> Bool { left.number == right.number }
  }

  /// A state of which undo covers a computed property.
  struct Halved: Reducible, Equatable {
    var count = 0
    var half: Int {
      get { count / 2 }
      set { count = newValue * 2 }
    }

    mutating func reduce(_ number: Int) { count += number }
    func recording(of number: Int) -> Recording { .step("Add") }
  }

  /// A state of which undo covers another name of a stored property.
  struct Renamed: Reducible, Equatable {
    var count = 0
    var all: Int {
      get { count }
      set { count = newValue }
    }

    mutating func reduce(_ number: Int) { count += number }
    func recording(of number: Int) -> Recording { .step("Add") }
  }

  /// A leaf that encodes half of itself.
  struct Place: DescribedLeaf, Equatable {
    var (row, column) = (0, 0)
    enum CodingKeys: CodingKey { case row }

    init() {}
    init(from decoder: any Decoder) throws {
      row = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .row)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(row, forKey: .row)
    }
  }

  struct Board: Reducible, Described {
    var place = Place()

    static func describe(_ field: inout Fields<Board>) { field("place", \.place) }

    mutating func reduce(_ number: Int) { place.column += number }
    func recording(of number: Int) -> Recording { .step("Move") }
  }

  #if DEBUG
    @Test("A debug build refuses an action that changes an object in place, in a transaction too")
    func objects() throws {
      let store = Store(Shared())
      try store.send(.rename)
      let error = #expect(throws: StoreError.self) { try store.send(.count) }
      #expect(error == .changedInPlace(type: "Shared"))
      #expect(throws: StoreError.changedInPlace(type: "Shared")) {
        try store.transaction("Both") { draft in
          try draft.send(.rename)
          try draft.send(.count)
        }
      }
      #expect(store.timeline.count == 2 && store.state.title == "x")
    }

    @Test("A debug build refuses undo of a computed property that does not keep all that is behind it")
    func computed() throws {
      let store = Store(Halved(), undoing: \.half)
      try store.send(2)
      let error = #expect(throws: StoreError.self) { try store.send(1) }
      #expect("\(error.map { "\($0)" } ?? "")".contains("setting that to its own value changes the state"))
      #expect(store.state.count == 2)
    }
  #endif

  @Test("Undo may cover a computed property that is another name for a stored one")
  func alias() throws {
    let store = Store(Renamed(), undoing: \.all)
    for _ in 0..<20 { try store.send(1) }
    try store.undo()
    #expect(store.state.count == 19)
  }

  @Test("A change that a leaf does not encode is a step, and no patch is made of it")
  func leaves() throws {
    let store = Store(Board())
    try store.send(3)
    #expect(store.timeline.count == 2)
    try store.undo()
    #expect(store.state.place.column == 0)
    var other = Board()
    other.place.column = 1
    let error = #expect(throws: PatchError.self) { try Patch(from: Board(), to: other) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("not equal"))
  }
}
