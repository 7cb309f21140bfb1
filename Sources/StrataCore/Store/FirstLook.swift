#if DEBUG
  /// A look at the first changes of each type of state, in debug builds: it finds states that no history can keep.
  ///
  /// - An object that a reducer changes in place changes in the versions before, too.
  /// - A computed property that undo covers loses data if the state differs after setting the property to its own value.
  ///
  /// The look compares what `dump` shows of the first few hundred values.
  struct FirstLook {
    private static let changes = Guarded<[ObjectIdentifier: Int]>([:])

    private let typeName: String
    private let text: @Sendable (AnyVersion) -> String
    private let before: String

    /// Looks at a version before it is changed; nil after the first ten changes of its type.
    init?<State: Reducible>(_ version: AnyVersion, of _: State.Type) {
      let count = Self.changes.withLock { changes in
        changes[ObjectIdentifier(State.self), default: 0] += 1
        return changes[ObjectIdentifier(State.self), default: 0]
      }
      guard count <= 10 else { return nil }
      typeName = "\(State.self)"
      text = { version in
        version.withState(State.self) { state in
          var text = ""
          dump(state.pointee, to: &text, maxItems: 300)
          return text
        }
      }
      before = text(version)
    }

    /// Compares the versions before and after a change with what they have to be.
    ///
    /// - Throws: `StoreError.changedInPlace`; `StoreError.losesData`.
    func check(
      _ old: AnyVersion,
      _ new: AnyVersion,
      in domain: UndoDomain,
      copy: (AnyVersion) -> AnyVersion
    ) throws(StoreError) {
      guard text(old) == before else { throw .changedInPlace(type: typeName) }
      if domain.isStored { return }
      let again = copy(new)
      domain.restoreUndone(again.withAddress { domain.capture($0, $0) }, again.address)
      guard text(again) == text(new) else {
        throw .losesData(paths: domain.paths.map { "\($0)" }.joined(separator: ", "))
      }
    }
  }
#endif
