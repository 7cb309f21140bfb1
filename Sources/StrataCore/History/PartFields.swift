/// The fields that lead from a state to what undo covers, and so where that stands in patches of the whole state.
///
/// A difference of several parts has a field for each of them, with its number for a name; see ``DomainShape``.
package struct PartFields: Sendable {
  /// The names of the fields that lead to each part; none for the whole state.
  package let places: [[String]]
  /// The same, with what older versions of the app called them.
  private let fieldSteps: [[FieldStep]]
  /// The fields that lead to the restored part; nil where there is none, or it is no described field.
  private let restored: [FieldStep]?

  /// The fields that lead to the parts at some key paths, and to a restored part; nil where a part is no described field.
  package init?<State: DescribedValue>(
    _ paths: [AnyKeyPath],
    with restored: PartialKeyPath<State>? = nil,
    of _: State.Type
  ) {
    var fieldSteps: [[FieldStep]] = []
    for path in paths {
      guard let path = path as? PartialKeyPath<State>, let fields = Self.fields(to: path) else { return nil }
      fieldSteps.append(fields)
    }
    self.fieldSteps = fieldSteps
    self.restored = restored.flatMap { State._shape.fields(to: $0, from: \State.self) }
    places = fieldSteps.map { $0.map(\.names.now) }
  }

  /// The fields of some names, for one who knows no types.
  package init(places: [[String]]) {
    (self.places, restored) = (places, nil)
    fieldSteps = places.map { $0.map { FieldStep(names: DescribedName($0), whereMissing: { .null }) } }
  }

  private static func fields<State: DescribedValue>(to part: PartialKeyPath<State>) -> [FieldStep]? {
    part == \State.self ? [] : State._shape.fields(to: part, from: \State.self)
  }

  /// The names of the fields that lead to the restored part; nil where there is none, or it is no described field.
  package var restoredPlace: [String]? { restored?.map(\.names.now) }

  /// Whether the fields of these names lead to the restored part, in this version of the app or an older one.
  package func hasRestoredValue(at place: [String]) -> Bool {
    guard let restored, restored.count == place.count else { return false }
    return zip(restored, place).allSatisfy { $0.names.isCalled($1) }
  }

  private var isSeveral: Bool { places.count > 1 }

  /// Returns the changes of a patch of the whole state in the fields that undo covers.
  package func part(of patch: Patch) -> Patch {
    guard isSeveral else { return Patch(root: patch.root?.inside(fieldSteps[0])) }
    let fields = fieldSteps.enumerated().compactMap { index, place in
      patch.root?.inside(place).map { Patch.Node.Field(name: DomainShape.name(of: index), node: $0) }
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

  /// Returns the known part of a difference of the whole state, given the difference of the fields that undo covers; nil for
  /// nil.
  package func known(_ difference: Patch.Node?) -> KnownDifferences? {
    difference.map { KnownDifferences(zip(places, nodes(of: $0)).map { (names: $0[...], node: $1) }) }
  }

  /// The known part of a difference of the whole state where the fields that undo covers are the same.
  package var same: KnownDifferences { KnownDifferences(places.map { (names: $0[...], node: nil) }) }

  /// Whether the restored part and a part that undo covers contain one another.
  package var overlapsRestored: Bool {
    guard let restored = restoredPlace else { return false }
    return places.contains { $0.starts(with: restored) || restored.starts(with: $0) }
  }

  /// Returns the change in each part.
  private func nodes(of difference: Patch.Node?) -> [Patch.Node?] {
    guard isSeveral else { return [difference] }
    guard case .fields(let fields)? = difference else { return places.map { _ in nil } }
    return places.indices.map { index in fields.first { $0.name == DomainShape.name(of: index) }?.node }
  }
}

extension PlainValue {
  /// Returns the value in a field of a record. For a value that is no record, returns the value of the missing field.
  fileprivate func member(_ field: FieldStep) -> PlainValue {
    guard case .record(let record) = self else { return field.missing }
    return field.present(field.names.all.lazy.compactMap { record[$0] }.first ?? .null)
  }
}

extension Patch.Node {
  /// Returns the change in the value that the given fields lead to; nil where nothing changes there.
  fileprivate func inside(_ fields: [FieldStep]) -> Patch.Node? {
    var node = self
    for field in fields {
      let (before, after): (PlainValue, PlainValue)
      switch node {
      case .fields(let changed):
        guard let next = changed.first(where: { field.names.isCalled($0.name) })?.node else { return nil }
        guard case .replaced(let old, let new) = next else {
          node = next
          continue
        }
        (before, after) = (field.present(old), field.present(new))
      // A record on the way that could be none, or was something else.
      case .replaced(let old, let new): (before, after) = (old.member(field), new.member(field))
      default: return nil
      }
      if before == after { return nil }
      node = .replaced(old: before, new: after)
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
