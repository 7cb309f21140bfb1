#if DEBUG
  /// A look at the first changes of each type of state, in debug builds: it finds states that no history can keep.
  ///
  /// - An object that a reducer changes in place changes in the versions before, too.
  /// - A computed property that undo covers loses data if the state differs after setting the property to its own value.
  struct FirstLook {
    private static let changes = Guarded<[ObjectIdentifier: Int]>([:])

    private let typeName: String
    private let leaves: @Sendable (AnyVersion, _ inObjects: Bool) -> ReflectedLeaves
    private let before: ReflectedLeaves

    /// Looks at a version before it is changed; nil after the first ten changes of its type.
    init?<State: Reducible>(_ version: AnyVersion, of _: State.Type) {
      let count = Self.changes.withLock { changes in
        changes[ObjectIdentifier(State.self), default: 0] += 1
        return changes[ObjectIdentifier(State.self), default: 0]
      }
      guard count <= 10 else { return nil }
      typeName = "\(State.self)"
      leaves = { version, inObjects in
        version.withState(State.self) { ReflectedLeaves(of: $0.pointee, inObjects: inObjects) }
      }
      before = leaves(version, true)
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
      guard leaves(old, true) == before else { throw .changedInPlace(type: typeName) }
      if domain.isStored { return }
      let again = copy(new)
      domain.restoreUndone(again.withAddress { domain.capture($0, $0) }, again.address)
      guard leaves(again, false) == leaves(new, false) else {
        throw .losesData(paths: domain.paths.map { "\($0)" }.joined(separator: ", "))
      }
    }
  }

  /// The numbers, texts and other values without parts that reflection finds in the first few hundred parts of a value,
  /// and how often each is there.
  private struct ReflectedLeaves: Equatable {
    private var counts: [AnyHashable: Int] = [:]
    private var room = 300

    /// - Parameter inObjects: Whether only leaves inside objects count.
    init(of value: Any, inObjects: Bool) { add(value, isInside: !inObjects) }

    private mutating func add(_ value: Any, isInside: Bool) {
      let mirror = Mirror(reflecting: value)
      let isObject = mirror.displayStyle == .class
      if mirror.children.isEmpty, isInside, !isObject { addLeaf(value) }
      var parts: Mirror? = mirror
      while let part = parts {
        for child in part.children {
          if room == 0 { return }
          room -= 1
          add(child.value, isInside: isInside || isObject)
        }
        parts = part.superclassMirror
      }
    }

    /// Counts a leaf, but no address, and no value that is not equal to itself.
    private mutating func addLeaf(_ value: Any) {
      guard let leaf = value as? AnyHashable, leaf == leaf, !"\(type(of: value))".hasPrefix("Unsafe") else {
        return
      }
      counts[leaf, default: 0] += 1
    }
  }
#endif
