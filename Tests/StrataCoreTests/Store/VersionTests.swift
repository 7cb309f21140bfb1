import TestSupport
import Testing

@testable import StrataCore

@Suite("States of every size and alignment")
struct VersionTests {
  /// One of it is made by each change; all of them are gone in the end.
  final class Sheet: Sendable {
    private static let made = Guarded(0)
    static var count: Int { made.withLock { $0 } }

    init() { Self.made.withLock { $0 += 1 } }
    deinit { Self.made.withLock { $0 -= 1 } }
  }

  struct Written<Value: Equatable & Sendable>: Reducible, Equatable {
    var value: Value
    var sheet = Sheet()

    mutating func reduce(_ action: Value) { self = Written(value: action) }
    static func == (left: Written, right: Written) -> Bool { left.value == right.value }
  }

  /// A state without a byte.
  struct Nothing: Reducible, Equatable {
    mutating func reduce(_ action: Int) {}
  }

  private func check<Value>(_ values: [Value]) throws where Value: Equatable & Sendable {
    do {
      let store = Store(Written(value: values[0]))
      for value in values.dropFirst() { try store.send(value) }
      let held = store.state
      for value in values.reversed().dropFirst() {
        try store.undo()
        #expect(store.state.value == value)
      }
      #expect(held.value == values.last)
    }
    #expect(Sheet.count == 0)
  }

  @Test("States of any size and alignment come and go, each once")
  func layouts() throws {
    try check([true, false, true])
    try check((0..<5).map { SIMD8<Double>(repeating: Double($0)) })
    try check((0..<5).map { SIMD3<UInt8>(repeating: UInt8($0)) })
    try check((0..<5).map { [String(repeating: "a", count: $0 * 9)] })
    try check((0..<5).map { $0 % 2 == 0 ? nil : "a text that is longer than fifteen bytes, \($0)" })
    try check((0..<5).map { Array(repeating: SIMD4<Float>(repeating: Float($0)), count: $0) })
    let store = Store(Nothing())
    try store.send(1)
    #expect(!store.canUndo && store.state == Nothing())
  }
}
