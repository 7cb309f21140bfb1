/// The fields that lead from a state to what undo covers, and so where that stands in patches of the whole state.
///
/// A difference of several parts has a field for each of them, with its number for a name; see ``Parts``.
package struct PartFields: Sendable {
  /// The names of the fields that lead to each part; none for the whole state.
  package let places: [[String]]
  /// The same, with what older versions of the app called them.
  private let told: [[ToldName]]
  /// The fields that lead to the companion; nil where there is none, or it is no described field.
  private let companion: [ToldName]?

  /// The fields that lead to the parts at some key paths, and to a companion; nil where a part is no described field.
  package init?<State: DescribedValue>(
    _ paths: [AnyKeyPath],
    with companion: PartialKeyPath<State>? = nil,
    of _: State.Type
  ) {
    var told: [[ToldName]] = []
    for path in paths {
      guard let path = path as? PartialKeyPath<State>, let names = Self.names(to: path) else { return nil }
      told.append(names)
    }
    self.told = told
    self.companion = companion.flatMap { State._shape.fieldNames(to: $0, from: \State.self) }
    places = told.map { $0.map(\.now) }
  }

  private static func names<State: DescribedValue>(to part: PartialKeyPath<State>) -> [ToldName]? {
    part == \State.self ? [] : State._shape.fieldNames(to: part, from: \State.self)
  }

  /// The names of the fields that lead to the companion; nil where there is none, or it is no described field.
  package var companionPlace: [String]? { companion?.map(\.now) }

  /// Whether a companion stands, or stood in an older version of the app, where the fields of these names lead.
  package func hasCompanion(at place: [String]) -> Bool {
    guard let companion, companion.count == place.count else { return false }
    return zip(companion, place).allSatisfy { $0.isCalled($1) }
  }

  private var isSeveral: Bool { places.count > 1 }

  /// What a patch of the whole state changes in what undo covers.
  package func part(of patch: Patch) -> Patch {
    guard isSeveral else { return Patch(root: patch.root?.inside(told[0])) }
    let fields = told.enumerated().compactMap { index, place in
      patch.root?.inside(place).map { Patch.Node.Field(name: PartsShape.name(of: index), node: $0) }
    }
    return Patch(root: fields.isEmpty ? nil : .fields(fields))
  }

  /// A patch of what undo covers as a change of the whole state.
  package func whole(of patch: Patch) -> Patch {
    let nodes = nodes(of: patch.root)
    return Patch(
      root: zip(places, nodes).reduce(nil) { whole, part in
        guard let node = part.1?.outside(part.0) else { return whole }
        return whole?.joined(with: node) ?? node
      }
    )
  }

  /// Whether a patch of what undo covers puts a part as a whole in the place of none, or none in its place.
  package func replacesNone(_ patch: Patch) -> Bool {
    nodes(of: patch.root).contains {
      if case .replaced(let old, let new)? = $0 { old == .null || new == .null } else { false }
    }
  }

  /// What is known of a difference of the whole state, given that of what undo covers; nil for nil.
  package func known(_ difference: Patch.Node?) -> KnownDifferences? {
    difference.map { KnownDifferences(zip(places, nodes(of: $0)).map { (names: $0[...], node: $1) }) }
  }

  /// What changes in each part.
  private func nodes(of difference: Patch.Node?) -> [Patch.Node?] {
    guard isSeveral else { return [difference] }
    guard case .fields(let fields)? = difference else { return places.map { _ in nil } }
    return places.indices.map { index in fields.first { $0.name == PartsShape.name(of: index) }?.node }
  }
}

extension PlainValue {
  /// What stands under a name of a record; none where it does not.
  fileprivate func member(_ name: ToldName) -> PlainValue {
    guard case .record(let record) = self else { return .null }
    return name.all.lazy.compactMap { record[$0] }.first ?? .null
  }
}

extension Patch.Node {
  /// What changes in what the given fields lead to; nil where nothing does.
  fileprivate func inside(_ names: [ToldName]) -> Patch.Node? {
    var node = self
    for name in names {
      switch node {
      case .fields(let changed):
        guard let next = changed.first(where: { name.isCalled($0.name) })?.node else { return nil }
        node = next
      case .replaced(let old, let new):
        // A record on the way that could be none, or was something else.
        let (before, after) = (old.member(name), new.member(name))
        if before == after { return nil }
        node = .replaced(old: before, new: after)
      default: return nil
      }
    }
    return node
  }

  /// The change as one of the whole that the given fields lead into.
  package func outside(_ names: [String]) -> Patch.Node {
    names.reversed().reduce(self) { node, name in .fields([Field(name: name, node: node)]) }
  }

  /// This change and another one of the same value, elsewhere in it; where one lies within the other, the outer one has
  /// it already.
  fileprivate func joined(with other: Patch.Node) -> Patch.Node {
    guard case .fields(var fields) = self, case .fields(let others) = other else { return self }
    for field in others {
      if let index = fields.firstIndex(where: { $0.name.isWritten(as: field.name) }) {
        fields[index].node = fields[index].node.joined(with: field.node)
      } else {
        let index =
          fields.firstIndex { PlainValue.text(field.name).precedes(.text($0.name)) } ?? fields.endIndex
        fields.insert(field, at: index)
      }
    }
    return .fields(fields)
  }
}
