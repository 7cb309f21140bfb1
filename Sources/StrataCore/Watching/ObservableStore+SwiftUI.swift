#if canImport(SwiftUI)
  import SwiftUI

  extension ObservableStore {
    /// A binding to a field, for a control: the store receives an action for each input of the person.
    ///
    ///     TextField("Title", text: model.binding(\.title) { .rename($0) } onError: { problem = "\($0)" })
    ///
    /// Record such an action as `.merge`, so that a word that is typed is one step.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - action: Makes the action of a new value.
    ///   - onError: Receives the error when the action cannot be sent. The control then shows the field's value again.
    public func binding<Value: Equatable & Sendable>(
      _ field: KeyPath<State, Value>,
      sending action: @escaping (Value) -> State.Action,
      onError: @escaping (any Error) -> Void
    ) -> Binding<Value> {
      Binding { @MainActor in
        self[dynamicMember: field]
      } set: { @MainActor new in
        do { try self.store.send(action(new)) } catch { onError(error) }
      }
    }
  }

  /// The undo manager of a window or a responder, which answers what a store answers, and keeps no stack of its own.
  ///
  /// So it stays right however the history moves: by other windows, other authors, jumps, and limits.
  public final class StoreUndoManager<State: Reducible>: UndoManager {
    private let store: Store<State>

    /// Makes an undo manager that shows and moves the history of a store.
    public init(_ store: Store<State>) {
      self.store = store
      super.init()
    }

    override public var canUndo: Bool { store.canUndo }
    override public var canRedo: Bool { store.canRedo }
    override public var undoActionName: String { store.historyStatus.undoLabel ?? "" }
    override public var redoActionName: String { store.historyStatus.redoLabel ?? "" }

    // Between drawing the menu and choosing from it, another thread may have taken the last step back. Then nothing is left
    // to do.
    override public func undo() { try? store.undo() }
    override public func redo() { try? store.redo() }
  }
#endif
