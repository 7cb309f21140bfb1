import Strata
import Testing

#if canImport(SwiftUI)
  import SwiftUI
#endif

@Described
struct TripPlan: Reducible, Equatable {
  var tasks: PersistentSortedMap<Int, Task> = [:]

  @Described
  struct Task: Equatable {
    var title = ""
    var isDone = false
  }

  enum Action: Sendable {
    case add(Int, String)
    case rename(Int, String)
    case finish(Int)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .add(let id, let title): tasks[id] = Task(title: title)
    case .rename(let id, let title): tasks[id]?.title = title
    case .finish(let id): tasks[id]?.isDone = true
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .add(_, let title): .step("Add \(title)")
    case .rename(_, let title): .step("Rename to \(title)")
    case .finish(let id): .step("Finish \(tasks[id]?.title ?? "")")
    }
  }
}

func refine(_ store: Store<TripPlan>, asked request: String) throws {
  try store.send(.rename(1, "Book the night train"), as: .agent, noting: request)
  try store.send(.add(3, "Buy a lock"), as: .agent, noting: request)
}

struct ReviewList {
  var rows: [Row]

  struct Row: Identifiable {
    let id: Int
    let change: Review.Change
    var isKept = true
    /// What the agent did, and what that changed.
    var title: String { change.moment.label }
    var detail: String { "\(change.change)" }
  }

  init(_ review: Review) {
    rows = review.changes.enumerated().map { Row(id: $0.offset, change: $0.element) }
  }

  var rejected: [Review.Change] { rows.filter { !$0.isKept }.map(\.change) }
}

#if canImport(SwiftUI)
  struct ReviewView: View {
    let store: Store<TripPlan>
    @State var list: ReviewList
    @State private var problem: String?

    var body: some View {
      List($list.rows) { $row in
        Toggle(isOn: $row.isKept) {
          Text(row.title)
          Text(row.detail).font(.caption)
        }
      }
      Button("Reject what is off") {
        do { try store.reject(list.rejected) } catch { problem = "\(error)" }
      }
    }
  }
#endif

@Suite("The page about a person and an agent")
struct AgentAppPageTests {
  private func titles(_ store: Store<TripPlan>) -> [String] { store.state.tasks.values.map(\.title) }

  @Test("Each undoes their own, and the person rejects a part of what the agent did")
  func page() throws {
    let store = Store(TripPlan(), undoing: \.self)
    try store.send(.add(1, "Book the train"))
    try store.send(.add(2, "Find a hotel"))
    let before = store.timeline.present.id
    try refine(store, asked: "Make it cheap and safe")
    try store.send(.rename(2, "Find a hostel"))  // the person goes on meanwhile
    try store.undo(by: .agent)  // the lock goes, the hostel stays
    try store.undo(by: .user)  // a hotel again, and still the night train
    try store.redo(by: .user)
    try store.redo(by: .agent)
    #expect(titles(store) == ["Book the night train", "Find a hostel", "Buy a lock"])

    var list = ReviewList(try store.review(since: before, by: .agent))
    print(list.rows.map(\.title))  // ["Rename to Book the night train", "Add Buy a lock"]
    list.rows[1].isKept = false
    try store.reject(list.rejected)  // no lock; one step, which undo takes back
    #expect(list.rows.map(\.title) == ["Rename to Book the night train", "Add Buy a lock"])
    #expect(list.rows[0].detail == #"tasks / 1 / title: "Book the train" → "Book the night train""#)
    #expect(titles(store) == ["Book the night train", "Find a hostel"])
    try store.undo()
    #expect(titles(store).count == 3)

    let agentsTitle = [list.rows[0].change]
    try store.send(.rename(1, "Fly"))  // over what the agent wrote
    try store.reject(agentsTitle) { _ in .current }  // what is there stays
    #expect(titles(store).first == "Fly")
  }

  @Test("To reject what was written over is a question")
  func question() throws {
    let store = Store(TripPlan(), undoing: \.self)
    try store.send(.add(1, "Book the train"))
    let before = store.timeline.present.id
    try store.send(.rename(1, "Book the night train"), as: .agent)
    let changes = try store.review(since: before, by: .agent).changes
    try store.send(.rename(1, "Fly"))
    #expect(throws: MergeError.self) { try store.reject(changes) }
    #expect(titles(store) == ["Fly"])
    try store.reject(changes) { _ in .restored }
    #expect(titles(store) == ["Book the train"])
  }

  @Test("While each goes on, an undo takes back the own step alone")
  func steps() throws {
    let store = Store(TripPlan(), undoing: \.self)
    try store.send(.add(1, "Book the train"))
    try store.send(.add(2, "Find a hotel"))
    try refine(store, asked: "Make it cheap and safe")
    try store.send(.rename(2, "Find a hostel"))
    try store.undo(by: .agent)
    #expect(titles(store) == ["Book the night train", "Find a hostel"])
    try store.undo(by: .user)
    #expect(titles(store) == ["Book the night train", "Find a hotel"])
  }
}
