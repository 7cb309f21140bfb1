// What is not described is disfavored: of what is, both fit, and the compiler finds neither of two packs the more special.
extension Store {
  /// Makes a store whose undo covers several parts of the state, as one history.
  ///
  ///     let store = Store(AppState(), undoing: \.notes, \.drawing)
  ///
  /// An action that changes any of them is a step, and undo brings all of them back to where they were before it.
  ///
  /// - Parameters:
  ///   - initial: The state to begin with; it counts as saved.
  ///   - first: A part that undo covers.
  ///   - second: Another one.
  ///   - others: Any number of further ones.
  ///   - limit: How much history is kept.
  ///   - clock: What tells the time of each step.
  @inlinable @_disfavoredOverload
  public convenience init<
    First: Equatable & Sendable,
    Second: Equatable & Sendable,
    each Other: Equatable & Sendable
  >(
    _ initial: State,
    undoing first: WritableKeyPath<State, First> & Sendable,
    _ second: WritableKeyPath<State, Second> & Sendable,
    _ others: repeat WritableKeyPath<State, each Other> & Sendable,
    limit: HistoryLimit = .unlimited,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    let parts = OnePart.all(first, second, repeat each others)
    self.init(initial, undoing: .to(parts, in: State.self), VersionMaking(), limit: limit, clock: clock)
  }

  /// Makes a store whose undo covers several parts of the state, as one history, and takes a companion along.
  ///
  /// The companion, such as the selection, is no part of the steps: changing it alone records none.
  @inlinable @_disfavoredOverload
  public convenience init<
    First: Equatable & Sendable,
    Second: Equatable & Sendable,
    each Other: Equatable & Sendable,
    Companion: Sendable
  >(
    _ initial: State,
    undoing first: WritableKeyPath<State, First> & Sendable,
    _ second: WritableKeyPath<State, Second> & Sendable,
    _ others: repeat WritableKeyPath<State, each Other> & Sendable,
    restoring companion: WritableKeyPath<State, Companion> & Sendable,
    limit: HistoryLimit = .unlimited,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    let parts = OnePart.all(first, second, repeat each others)
    self.init(initial, undoing: .to(parts, with: companion), VersionMaking(), limit: limit, clock: clock)
  }

  /// Makes a store whose undo covers several described parts of the state, as one history, and says what that keeps.
  ///
  /// - Parameters:
  ///   - initial: The state to begin with; it counts as saved.
  ///   - first: A part that undo covers.
  ///   - second: Another one.
  ///   - others: Any number of further ones.
  ///   - attic: How older moments are kept; nil keeps all of them as they are, unless there is a limit in bytes.
  ///   - limit: How many steps are kept.
  ///   - byteLimit: How many bytes are kept alive beyond the present, nil for any number; see ``HistoryMemory``.
  ///   - clock: What tells the time of each step.
  @inlinable
  public convenience init<
    First: DescribedValue & Equatable,
    Second: DescribedValue & Equatable,
    each Other: DescribedValue & Equatable
  >(
    _ initial: State,
    undoing first: WritableKeyPath<State, First> & Sendable,
    _ second: WritableKeyPath<State, Second> & Sendable,
    _ others: repeat WritableKeyPath<State, each Other> & Sendable,
    attic: Attic? = Attic(),
    limit: HistoryLimit = .unlimited,
    byteLimit: Int? = nil,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    let parts = OnePart.all(first, second, repeat each others)
    self.init(
      initial,
      undoing: .to(parts, in: State.self),
      VersionMaking(),
      limit: limit,
      attic: attic,
      byteLimit: byteLimit,
      clock: clock
    )
  }

  /// Makes a store whose undo covers several described parts of the state, as one history, takes a companion along, and
  /// says what that keeps.
  @inlinable
  public convenience init<
    First: DescribedValue & Equatable,
    Second: DescribedValue & Equatable,
    each Other: DescribedValue & Equatable,
    Companion: Sendable
  >(
    _ initial: State,
    undoing first: WritableKeyPath<State, First> & Sendable,
    _ second: WritableKeyPath<State, Second> & Sendable,
    _ others: repeat WritableKeyPath<State, each Other> & Sendable,
    restoring companion: WritableKeyPath<State, Companion> & Sendable,
    attic: Attic? = Attic(),
    limit: HistoryLimit = .unlimited,
    byteLimit: Int? = nil,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    let parts = OnePart.all(first, second, repeat each others)
    self.init(
      initial,
      undoing: .to(parts, with: companion),
      VersionMaking(),
      limit: limit,
      attic: attic,
      byteLimit: byteLimit,
      clock: clock
    )
  }
}
