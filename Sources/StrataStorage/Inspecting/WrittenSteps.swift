import Strata

/// Reads the steps of a history as they are written in a log, as changes of the whole state.
package final class WrittenSteps: StepSource {
  private let file: LogFile?
  /// The names of the fields that lead to each part that undo covers.
  private let parts: [[String]]
  private let memoryLimit: Int
  /// The step that no line of the log has: what the state file is beyond it.
  private let later = Guarded<Result<Patch, PatchError>?>(nil)

  /// Where that step stands, as places go.
  static let placeOfLater = UInt64(Int64.max)

  init(_ file: LogFile?, parts: [[String]], memoryLimit: Int) {
    (self.file, self.parts, self.memoryLimit) = (file, parts, memoryLimit)
  }

  func set(later step: Result<Patch, PatchError>) { later.withLock { $0 = step } }

  package func step(at places: [UInt64]) throws(PatchError) -> (patch: Patch, companions: AnySnapshot?) {
    var patches: [Patch] = []
    for place in places { patches.append(try patch(at: place)) }
    return (try Patch(composing: patches), nil)
  }

  package func companions(at _: [UInt64]) -> AnySnapshot? { nil }

  private func patch(at place: UInt64) throws(PatchError) -> Patch {
    if place == Self.placeOfLater, let later = later.withLock({ $0 }) { return try later.get() }
    let json = try line(at: place).json
    guard let head = json.withUnsafeBytes({ RecordHead($0) }) else {
      throw PatchError(.unreadable(reason: "no line of a log stands at byte \(place)"))
    }
    guard let range = head.patch else { return Patch() }
    guard json.withUnsafeBytes({ PlainValue.isReadable($0, within: memoryLimit) }) else {
      throw PatchError(.overMemory(limit: memoryLimit))
    }
    return try Patch(json: json[range]).inside(parts: parts)
  }

  /// How many bytes of the log a step takes.
  package func bytes(at places: [UInt64]) -> Int {
    places.reduce(0) { sum, place in
      guard place != Self.placeOfLater, let line = try? line(at: place) else { return sum }
      return sum + line.end - Int(place)
    }
  }

  private func line(at place: UInt64) throws(PatchError) -> (json: [UInt8], end: Int) {
    guard let file, let place = Int(exactly: place) else {
      throw PatchError(.unreadable(reason: "it is in no file"))
    }
    do throws(SystemError) {
      return try file.line(at: place)
    } catch {
      throw PatchError(.unreadable(reason: "\(error)"))
    }
  }
}

extension Patch {
  /// What a patch of the whole state changes in some parts of it.
  ///
  /// - Parameter parts: The names of the fields that lead to each of them.
  package func inside(parts: [[String]]) -> Patch { Patch(root: root?.inside(parts.map { $0[...] })) }
}

extension Patch.Node {
  fileprivate func inside(_ parts: [ArraySlice<String>]) -> Patch.Node? {
    // Where a record on the way was replaced as a whole, what is in it went and came with it.
    guard case .fields(let fields) = self, !parts.contains(where: \.isEmpty) else { return self }
    let left = fields.compactMap { field in
      let inner = parts.filter { $0.first == field.name }.map { $0.dropFirst() }
      return inner.isEmpty ? nil : field.node.inside(inner).map { Field(name: field.name, node: $0) }
    }
    return left.isEmpty ? nil : .fields(left)
  }
}
