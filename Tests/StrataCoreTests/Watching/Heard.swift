@testable import StrataCore

/// The values that observers on any thread received, in order.
final class Heard<Element: Sendable>: Sendable {
  private let elements: Guarded<[Element]>

  init(_ elements: [Element] = []) {
    self.elements = Guarded(elements)
  }

  func add(_ element: Element) {
    elements.withLock { $0.append(element) }
  }

  var all: [Element] { elements.withLock { $0 } }
}
