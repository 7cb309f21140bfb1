/// One feature's view of a store: its part of the state, and its actions.
///
///     let cart = store.feature(\.cart) { AppState.Action.cart($0) }
///     try cart.send(.add("Tea"))
///     let token = cart.observe { old, new in … }
///
/// The feature sends its actions to the store: one state, one history, one order of changes. Its observers hear of all
/// changes of the part, by any author, and of no other changes. A feature names the part and the action and nothing else of
/// the app. So a feature in a module of its own needs to know no more.
public struct Feature<Part: Equatable & Sendable, Action: Sendable>: Sendable {
  fileprivate typealias Watch =
    @Sendable (@escaping @Sendable (_ old: Part, _ new: Part) -> Void) -> ObservationToken

  private let read: @Sendable () -> Part
  private let write: @Sendable (Action, Author) throws -> Void
  private let watch: Watch
  /// Tells of every change of the state, also where the part stays the same by `==`: `==` need not see every difference.
  private let watchAll: Watch

  fileprivate init(
    read: @escaping @Sendable () -> Part,
    write: @escaping @Sendable (Action, Author) throws -> Void,
    watch: @escaping Watch,
    watchAll: @escaping Watch
  ) {
    (self.read, self.write, self.watch, self.watchAll) = (read, write, watch, watchAll)
  }

  /// The part as of now, as a value of its own.
  public var state: Part { read() }

  /// Changes the store's state by an action of the feature.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - author: The author of the action.
  /// - Throws: Any error that ``Store/send(_:as:noting:ifRevision:)`` throws.
  public func send(_ action: Action, as author: Author = .user) throws { try write(action, author) }

  /// Calls `receive` with the part before and after every change of it, for as long as the result is held; see
  /// ``Store/observe(_:)``.
  public func observe(_ receive: @escaping @Sendable (_ old: Part, _ new: Part) -> Void) -> ObservationToken {
    watch(receive)
  }

  /// A view of a part of this one, whose actions are cases of this one's.
  ///
  /// - Parameters:
  ///   - part: The key path of the inner part.
  ///   - action: Makes an action of this feature of one of the inner feature: a case with one value.
  public func feature<Inner: Equatable & Sendable, InnerAction: Sendable>(
    _ part: KeyPath<Part, Inner> & Sendable,
    _ action: @escaping @Sendable (InnerAction) -> Action
  ) -> Feature<Inner, InnerAction> {
    Feature<Inner, InnerAction>(
      read: { [read] in read()[keyPath: part] },
      write: { [write] in try write(action($0), $1) },
      watch: { [watchAll] receive in
        let isSame = sameness(of: Inner.self)
        return watchAll { old, new in
          let (old, new) = (old[keyPath: part], new[keyPath: part])
          if !isSame(old, new) { receive(old, new) }
        }
      },
      watchAll: { [watchAll] receive in watchAll { receive($0[keyPath: part], $1[keyPath: part]) } }
    )
  }
}

extension Store {
  /// One feature's view of this store.
  ///
  /// It holds the store, and may be made anew as often as one likes.
  ///
  /// - Parameters:
  ///   - part: The key path of the feature's part of the state.
  ///   - action: Makes an action of one of the feature's: a case with one value, as in `{ .cart($0) }`.
  public func feature<Part: Equatable & Sendable, Action: Sendable>(
    _ part: KeyPath<State, Part> & Sendable,
    _ action: @escaping @Sendable (Action) -> State.Action
  ) -> Feature<Part, Action> {
    Feature(
      read: { self.state[keyPath: part] },
      write: { try self.send(action($0), as: $1) },
      watch: { self.observe(part, $0) },
      watchAll: { receive in self.observeStates { receive($0[keyPath: part], $1[keyPath: part]) } }
    )
  }
}

/// How two values of a part are compared: of what is described, whether they are written the same.
func sameness<Part: Equatable & Sendable>(of _: Part.Type) -> @Sendable (Part, Part) -> Bool {
  guard let shape = AnyValueShape.ofDescribed(Part.self) else { return { $0 == $1 } }
  return { old, new in
    withPlace(of: old) { old in withPlace(of: new) { shape.isSame(old, $0) } }
  }
}
