/// The restored fields on both sides of a step, as pages and logs keep them: undo brings back those from before, redo and jumps
/// those from after.
package enum RestoredValues: Sendable {
  /// As values, where one of them is not described.
  case values(DomainSnapshot)
  /// As plain values; of several fields, a list of them.
  case written(before: PlainValue, after: PlainValue)

  /// The restored values of this step and the next one as one step.
  func followed(by next: RestoredValues?) -> RestoredValues? {
    guard case .written(let before, _) = self, case .written(_, let after)? = next else { return next }
    return .written(before: before, after: after)
  }
}

extension UndoDomain {
  /// The restored fields of a snapshot, as a page keeps them; nil where there are none, or they cannot be written.
  func restoredValues(of snapshot: DomainSnapshot) -> RestoredValues? {
    guard let sides = sides(of: snapshot) else { return nil }
    guard restored.allSatisfy({ $0.shape != nil }) else { return .values(sides) }
    guard let before = try? plain(sides, sides.layout.before),
      let after = try? plain(sides, sides.layout.after)
    else { return nil }
    return .written(before: before, after: after)
  }

  private func plain(
    _ snapshot: DomainSnapshot,
    _ slots: SnapshotLayout.Slots
  ) throws(PatchError) -> PlainValue {
    let values = try snapshot.withBase { base throws(PatchError) in
      var values: [PlainValue] = []
      for (field, slot) in zip(restored, slots) {
        if let shape = field.shape { values.append(try shape.plain(base + slot.offset)) }
      }
      return values
    }
    return values.count == 1 ? values[0] : .list(values)
  }

  /// The values that a step restores; nil where they are of other types, of an earlier version of the app: those are no reason to lose a
  /// step, and the fields stay as they are.
  ///
  /// - Throws: ``PatchError`` for a field that only a newer version knows.
  package func values(of restoredValues: RestoredValues?) throws(PatchError) -> DomainSnapshot? {
    switch restoredValues {
    case nil: return nil
    case .values(let sides): return sides
    case .written(let before, let after):
      do throws(PatchError) {
        guard let before = try boxes(of: before), let after = try boxes(of: after) else { return nil }
        return DomainSnapshot.make(sidesLayout) { base in
          for (box, slot) in zip(before + after, Array(sidesLayout.before) + Array(sidesLayout.after)) {
            box.withPlace { place in slot.withField { $0.duplicate(place.reading, base + slot.offset) } }
          }
        }
      } catch {
        if case .noField = error.reason { throw error }
        return nil
      }
    }
  }

  private func boxes(of plain: PlainValue) throws(PatchError) -> [FieldBox]? {
    var values = [plain]
    if restored.count > 1 {
      guard case .list(let several) = plain, several.count == restored.count else { return nil }
      values = several
    }
    var boxes: [FieldBox] = []
    for (field, value) in zip(restored, values) {
      guard let shape = field.shape else { return nil }
      boxes.append(try shape.box(from: value))
    }
    return boxes.isEmpty ? nil : boxes
  }
}
