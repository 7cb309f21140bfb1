/// Collects what is found in a walk that cannot throw itself; the first error ends the collecting.
struct Gathering<Element> {
  private var elements: [Element] = []
  private var failure: PatchError?

  /// Lets `find` add what it finds.
  mutating func gather(_ find: (inout [Element]) throws(PatchError) -> Void) {
    guard failure == nil else { return }
    do throws(PatchError) {
      try find(&elements)
    } catch {
      failure = error
    }
  }

  func result() throws(PatchError) -> [Element] {
    if let failure { throw failure }
    return elements
  }
}

extension ValueShape {
  func plain(of value: Value) throws(PatchError) -> PlainValue {
    try withUnsafePointer(to: value) { value throws(PatchError) in try plain(value) }
  }

  func apply(_ node: Patch.Node, toValue value: inout Value, _ taking: PatchTaking) throws(PatchError) {
    try withUnsafeMutablePointer(to: &value) { value throws(PatchError) in
      try apply(node, to: value, taking)
    }
  }
}

extension AnyValueShape {
  func plain(_ value: UnsafeRawPointer, at step: PathComponent) throws(PatchError) -> PlainValue {
    do { return try plain(value) } catch { throw error.inside(step) }
  }

  func difference(
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer,
    at step: PathComponent,
    counting exchange: ExchangeCount?
  ) throws(PatchError) -> Patch.Node? {
    do { return try difference(from: old, to: new, counting: exchange) } catch { throw error.inside(step) }
  }
}
