@testable import StrataCore

extension DomainSnapshot {
  /// A snapshot of no fields.
  static var empty: DomainSnapshot { DomainSnapshot.make(SnapshotLayout(undone: [])) { _ in } }

  /// The first undone field.
  func undone<Value>(as _: Value.Type) -> Value? {
    layout.undone.first.map { slot in
      withBase { ($0 + slot.offset).pointer(to: Value.self).pointee }
    }
  }
}
