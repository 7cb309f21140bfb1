import PersistentCollections
import Strata
import Testing

func announce(from store: Store<Checklist>, to print: @escaping @Sendable (String) -> Void)
  -> ObservationToken
{
  store.observe { transition in
    for case .add(let title) in transition.actions { print("Added \(title)") }
  }
}

struct Kitchen: Reducible {
  var shopping = Checklist()
  var isOpen = true

  enum Action: Sendable {
    case shopping(Checklist.Action)
    case close
  }

  mutating func reduce(_ action: Action) throws {
    switch action {
    case .shopping(let action): try shopping.reduce(action)
    case .close: isOpen = false
    }
  }
}

@Suite("The examples on the page about the store")
struct TheStorePageTests {
  @Test("Transactions are whole, also inside")
  func transactions() throws {
    let store = Store(Checklist(), undoing: \.items)
    try store.send(.add("Milk"))
    let snapshot = store.state  // a value: it stays as it is, whatever happens to the store
    try store.transaction("Stock Up") { draft in
      for title in ["Tea", "Rice"] { try draft.send(.add(title)) }
    }
    #expect(snapshot.items.count == 1 && store.state.items.count == 3)
    #expect(store.timeline.undoCount == 2)

    try store.transaction("Try") { draft in
      try draft.send(.add("Bread"))
      do {
        try draft.transaction { inner in
          try inner.send(.add("Butter"))
          try inner.send(.check(99))  // throws, and takes the butter with it
        }
      } catch {
        try draft.send(.add("Jam"))
      }
    }
    #expect(store.state.items.values.map(\.title) == ["Milk", "Tea", "Rice", "Bread", "Jam"])
  }

  @Test("A draft goes back")
  func values() throws {
    let store = Store(Checklist(), undoing: \.items)
    for number in 1...7 { try store.send(.add("\(number)")) }
    try store.transaction("Shortest") { draft in
      let before = draft
      for title in ["Green tea", "Black tea"] { try draft.send(.add(title)) }
      if draft.state.items.count > 8 { draft = before }
    }
    #expect(store.state.items.count == 7 && store.timeline.undoCount == 7)
  }

  @Test("A feature sees its part")
  func features() throws {
    let kitchen = Store(Kitchen())
    let shopping = kitchen.feature(\.shopping) { .shopping($0) }
    try shopping.send(.add("Milk"))
    let shoppers = shopping.observe { old, new in print(old.items.count, new.items.count) }
    try kitchen.send(.close)
    #expect(shopping.state.items.count == 1 && !kitchen.state.isOpen)
    shoppers.cancel()
  }

  @Test("A hook guards as long as it is there")
  func hooks() throws {
    let store = Store(Checklist(), undoing: \.items)
    struct TooLong: Error {}

    let short = try store.willCommit { transition in
      if transition.after.items.count > 9 { throw TooLong() }
    }
    for number in 1...9 { try store.send(.add("\(number)")) }
    #expect(throws: TooLong.self) { try store.send(.add("One too many")) }
    short.cancel()
    try store.send(.add("One too many"))
    #expect(store.state.items.count == 10)
  }

  @Test("Observers hear of changes, and effects of actions")
  func observers() async throws {
    let store = Store(Checklist(), undoing: \.items)
    let everything = store.observe { transition in
      print(transition.revision, transition.cause)
    }
    let items = store.observe(\.items) { old, new in
      print(new.changes(from: old))  // found in the time of the changes
    }
    try await confirmation(expectedCount: 2) { announced in
      let effects = announce(from: store) { _ in announced() }
      try store.send(.add("Milk"))
      try store.transaction("More") { draft in try draft.send(.add("Tea")) }
      try store.undo()
      try store.redo()
      effects.cancel()
    }
    for token in [everything, items] { token.cancel() }
  }

  @Test("A sender that saw another state is told so")
  func outdated() throws {
    let store = Store(Checklist(), undoing: \.items)
    try store.send(.add("Milk"))
    let seen = store.revision
    // …
    try store.send(.check(1), ifRevision: seen)  // StoreError.outdated when another writer was faster
    #expect(throws: StoreError.outdated(expected: seen, actual: seen + 1)) {
      try store.send(.check(1), ifRevision: seen)
    }
  }
}
