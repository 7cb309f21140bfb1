import Observation
import Strata
import Testing

#if canImport(SwiftUI)
  import SwiftUI
  import UniformTypeIdentifiers

  struct ChecklistView: View {
    @State private var model: ObservableStore<Checklist>
    @State private var problem: String?

    init(_ store: Store<Checklist>) {
      _model = State(initialValue: ObservableStore(store))
    }

    var body: some View {
      List {
        ForEach(Array(model.items), id: \.key) { id, item in
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

  struct TitleField: View {
    let model: ObservableStore<Page>
    @State private var problem: String?

    var body: some View {
      let title = model.binding(\.content.title, sending: { .rename($0) }, onError: { problem = "\($0)" })
      TextField("Title", text: title)
    }
  }

  struct ChecklistCommands: Commands {
    let model: ObservableStore<Checklist>

    var body: some Commands {
      CommandGroup(replacing: .undoRedo) { UndoButtons(model: model) }
    }
  }

  struct ChecklistFile: FileDocument {
    static let readableContentTypes = [UTType.json]
    var checklist = Checklist()

    init() {}

    init(configuration: ReadConfiguration) throws {
      checklist = try Checklist(json: configuration.file.regularFileContents ?? Data())
    }

    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
      FileWrapper(regularFileWithContents: Data(try checklist.json()))
    }
  }

  struct ChecklistEditor: View {
    @Binding var file: ChecklistFile
    @State private var model: ObservableStore<Checklist>

    init(_ file: Binding<ChecklistFile>) {
      _file = file
      _model = State(initialValue: ObservableStore(Store(file.wrappedValue.checklist, undoing: \.items)))
    }

    var body: some View {
      ChecklistView(model.store)
        .onChange(of: model.state) { _, new in file.checklist = new }
    }
  }

#endif

#if canImport(AppKit)
  import AppKit

  final class EditorResponder: NSResponder {
    private let manager: StoreUndoManager<Checklist>

    init(_ store: Store<Checklist>) {
      manager = StoreUndoManager(store)
      super.init()
    }

    required init?(coder: NSCoder) { nil }

    override var undoManager: UndoManager? { manager }
  }
#endif

extension HistoryStatus {
  var undoTitle: String { undoLabel.map { "Undo \($0)" } ?? "Undo" }
  var redoTitle: String { redoLabel.map { "Redo \($0)" } ?? "Redo" }
}

@Suite("The examples on the page about SwiftUI")
@MainActor
struct SwiftUIPageTests {
  @Test("A model follows its store, and menus have titles")
  func tracking() async throws {
    let store = Store(Checklist(), undoing: \.items)
    let model = ObservableStore(store)
    withObservationTracking {
      print(model.items.count)
    } onChange: {
      print("look again")
    }
    try await withCheckedThrowingContinuation { look in
      withObservationTracking {
        _ = model.items.count
      } onChange: {
        look.resume()
      }
      do { try store.send(.add("Milk")) } catch { look.resume(throwing: error) }
    }
    #expect(model.state.items.count == 1)
    #expect(model.historyStatus.undoTitle == "Undo Add Item" && model.historyStatus.redoTitle == "Redo")
  }
}
