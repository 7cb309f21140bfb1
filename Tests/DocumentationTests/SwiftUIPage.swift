import Observation
import Strata
import Testing

#if canImport(SwiftUI)
  import SwiftUI

  struct ChecklistView: View {
    @State private var model: ObservableStore<Checklist>
    @State private var problem: String?

    init(_ store: Store<Checklist>) {
      _model = State(initialValue: ObservableStore(store))
    }

    var body: some View {
      List {
        ForEach(Array(model.state.items), id: \.key) { id, item in
          Button(item.title) { send(.check(id)) }
            .disabled(item.isDone)
        }
      }
      .toolbar { UndoButtons(model: model) }
    }

    private func send(_ action: Checklist.Action) {
      do { try model.store.send(action) } catch { problem = "\(error)" }
    }
  }

  struct UndoButtons: View {
    let model: ObservableStore<Checklist>

    var body: some View {
      let status = model.historyStatus
      Button(status.undoTitle) { try? model.store.undo() }
        .disabled(!status.canUndo)
        .keyboardShortcut("z")
      Button(status.redoTitle) { try? model.store.redo() }
        .disabled(!status.canRedo)
        .keyboardShortcut("z", modifiers: [.command, .shift])
    }
  }

  extension ObservableStore {
    func binding<Value>(
      _ value: KeyPath<State, Value>,
      send action: @escaping (Value) -> State.Action,
      onError: @escaping (any Error) -> Void
    ) -> Binding<Value> {
      Binding {
        self.state[keyPath: value]
      } set: { new in
        do { try self.store.send(action(new)) } catch { onError(error) }
      }
    }
  }

  struct ChecklistCommands: Commands {
    let model: ObservableStore<Checklist>

    var body: some Commands {
      CommandGroup(replacing: .undoRedo) { UndoButtons(model: model) }
    }
  }
#endif

extension HistoryStatus {
  var undoTitle: String { undoLabel.map { "Undo \($0)" } ?? "Undo" }
  var redoTitle: String { redoLabel.map { "Redo \($0)" } ?? "Redo" }
}

@Suite("The examples on the page about SwiftUI")
@MainActor
struct SwiftUIPageTests {
  @Test("What is read is followed, and menus have titles")
  func tracking() throws {
    let store = Store(Checklist(), undoing: \.items)
    let model = ObservableStore(store)
    withObservationTracking {
      print(model.state.items.count)
    } onChange: {
      print("look again")
    }
    try store.send(.add("Milk"))
    #expect(model.state.items.count == 1)
    #expect(model.historyStatus.undoTitle == "Undo Add Item" && model.historyStatus.redoTitle == "Redo")
  }
}
