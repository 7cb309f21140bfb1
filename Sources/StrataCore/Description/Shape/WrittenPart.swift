/// A value or a change of one as it stands in a patch, without its type.
enum WrittenPart {
  case value(PlainValue)
  case change(Patch.Node)
}

/// The parts of a written value or change, each with the shape of the value that it was written from.
typealias WrittenParts = [(part: WrittenPart, shape: AnyValueShape)]

extension WrittenPart {
  /// The parts under the names of a record; none where this is no record.
  var named: [(name: String, part: WrittenPart)] {
    switch self {
    case .value(.record(let record)): record.members.map { ($0.name, .value($0.value)) }
    case .change(.fields(let changes)): changes.map { ($0.name, .change($0.node)) }
    default: []
    }
  }
}

extension AnyValueShape {
  /// Looks for a name in a change that the description does not know: a newer version of the app wrote it.
  ///
  /// The values need not be readable otherwise.
  ///
  /// - Throws: `PatchError.Reason.noField` for the first such name.
  final func checkNames(in change: Patch.Node) throws(PatchError) {
    var rest: WrittenParts = [(.change(change), self)]
    while let (part, shape) = rest.popLast() {
      if case .change(.replaced(let old, let new)) = part {
        rest += [(.value(old), shape), (.value(new), shape)]
      } else {
        rest += try shape.written(inside: part)
      }
    }
  }
}

extension DescribedValue {
  /// Looks for a name in a patch of such a value that its description, or one inside, does not know.
  ///
  /// - Throws: `PatchError.Reason.noField` for the first such name.
  package static func checkNames(in patch: Patch) throws(PatchError) {
    if let root = patch.root { try _shape.checkNames(in: root) }
  }
}
