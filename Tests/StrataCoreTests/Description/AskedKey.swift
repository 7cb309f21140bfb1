import StrataCore
import TestSupport

/// A key that counts how often it is asked who it is.
struct AskedKey: Hashable, Described {
  @TaskLocal private static var count = Guarded(0)
  var number = 0

  /// How often keys are asked while something is done.
  static func asked(_ body: () throws -> Void) rethrows -> Int {
    let asked = Guarded(0)
    try $count.withValue(asked, operation: body)
    return asked.withLock { $0 }
  }

  func hash(into hasher: inout Hasher) {
    Self.count.withLock { $0 += 1 }
    hasher.combine(number)
  }

  static func == (left: AskedKey, right: AskedKey) -> Bool {
    count.withLock { $0 += 1 }
    return left.number == right.number
  }

  static func describe(_ field: inout Fields<AskedKey>) { field("number", \.number) }
}
