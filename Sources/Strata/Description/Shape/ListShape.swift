import PersistentCollections

/// A list. Elements that changed where they are are looked into, others went or came as a whole.
@usableFromInline
final class ListShape<List: ListStructure>: ValueShape<List>, @unchecked Sendable {
  // Unchecked as its ancestors.
  private let elements = ElementShape(of: List.Element.self)
  private let walks: ListWalks<List>

  @usableFromInline
  init(_ walks: ListWalks<List>) {
    self.walks = walks
  }

  override func difference(
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer
  ) throws(PatchError) -> Patch.Node? {
    let shape = elements.shape
    var failure: PatchError?
    let changes = walks.changes(old, new) { Self.areSame($0, $1, shape, &failure) }
    if let failure { throw failure }
    var runs = NormalRuns<Patch.Node.Run>()
    var position = 0
    for change in changes {
      runs.append(.kept(change.oldRange.lowerBound - position))
      try append(change, to: &runs)
      position = change.oldRange.upperBound
    }
    let found = runs.runs
    return found.isEmpty ? nil : .list(found)
  }

  /// Whether two elements are written the same; false when that cannot be said, which is then the failure.
  private static func areSame(
    _ before: UnsafeRawPointer,
    _ after: UnsafeRawPointer,
    _ shape: AnyValueShape,
    _ failure: inout PatchError?
  ) -> Bool {
    do throws(PatchError) {
      if areSameBytes(before, after, MemoryLayout<List.Element>.size) { return true }
      return try shape.difference(from: before, to: after) == nil
    } catch {
      failure = failure ?? error
      return false
    }
  }

  private func append(_ change: ArrayChange<List.Element>, to runs: inout NormalRuns<Patch.Node.Run>) throws(PatchError) {
    if change.isUpdate {
      for (offset, (old, new)) in zip(change.old, change.new).enumerated() {
        let step = PatchStep.position(change.oldRange.lowerBound + offset)
        do throws(PatchError) {
          runs.append(
            try elements.shape(of: List.Element.self).difference(of: old, new).map { .changed($0) }
              ?? .kept(1)
          )
        } catch {
          throw error.inside(step)
        }
      }
    } else {
      runs.append(.removed(try plain(change.old, from: change.oldRange.lowerBound)))
      runs.append(.inserted(try plain(change.new, from: change.newRange.lowerBound)))
    }
  }

  private func plain(_ values: [List.Element], from position: Int) throws(PatchError) -> [PlainValue] {
    var plains: [PlainValue] = []
    for (offset, value) in values.enumerated() {
      do throws(PatchError) {
        plains.append(try elements.shape(of: List.Element.self).plain(of: value))
      } catch {
        throw error.inside(.position(position + offset))
      }
    }
    return plains
  }

  override func apply(
    _ node: Patch.Node,
    to value: UnsafeMutableRawPointer,
    _ taking: PatchTaking
  ) throws(PatchError) {
    guard case .list(let runs) = node else { return try super.apply(node, to: value, taking) }
    let list = value.assumingMemoryBound(to: List.self)
    var position = 0
    for run in runs {
      switch run {
      case .kept(let count):
        try check(position, count, in: list.pointee)
        position += count
      case .changed(let node):
        try check(position, 1, in: list.pointee)
        var failure: PatchError?
        walks.change(value, position) { element in
          do throws(PatchError) {
            try elements.shape.apply(node, to: element, taking)
          } catch {
            failure = error
          }
        }
        if let failure { throw failure.inside(.position(position)) }
        position += 1
      case .removed(let values):
        try check(position, values.count, in: list.pointee)
        for (offset, expected) in values.enumerated() {
          let found = try elements.shape(of: List.Element.self).plain(of: list.pointee[position + offset])
          do throws(PatchError) {
            try elements.shape.check(found, is: expected, taking)
          } catch {
            throw error.inside(.position(position + offset))
          }
        }
        walks.replace(value, position..<position + values.count, [])
      case .inserted(let values):
        let new = try make(values, from: position, taking)
        walks.replace(value, position..<position, new)
        position += new.count
      }
    }
  }

  private func check(_ position: Int, _ count: Int, in list: List) throws(PatchError) {
    guard count <= list.count - position else {
      throw PatchError(.beyondTheEnd(position: position + count - 1, count: list.count))
    }
  }

  private func make(
    _ plains: [PlainValue],
    from position: Int,
    _ taking: PatchTaking
  ) throws(PatchError) -> [List.Element] {
    var values: [List.Element] = []
    values.reserveCapacity(plains.count)
    for (offset, plain) in plains.enumerated() {
      do throws(PatchError) {
        values.append(try elements.shape(of: List.Element.self).make(from: plain, taking))
      } catch {
        throw error.inside(.position(position + offset))
      }
    }
    return values
  }

  override func plain(_ value: UnsafeRawPointer) throws(PatchError) -> PlainValue {
    var found = Gathering<PlainValue>()
    let shape = elements.shape
    var position = 0
    walks.forEachElement(value) { element in
      found.gather { () throws(PatchError) in [try shape.plain(element, at: .position(position))] }
      position += 1
    }
    return .list(try found.result())
  }

  override func make(from plain: PlainValue) throws(PatchError) -> List {
    guard case .list(let values) = plain else {
      throw PatchError(.unmakeable(type: "list", reason: "\(plain.kind) is no list"))
    }
    return List(try make(values, from: 0, .known))
  }

  override func exchange(
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer,
    since earlier: UnsafeRawPointer?,
    into exchange: inout FootprintExchange
  ) {
    walks.addExchange(old, new, earlier, &exchange)
    let shape = elements.shape
    if shape.isFlat { return }
    let size = MemoryLayout<List.Element>.size
    for change in walks.changes(old, new, { areSameBytes($0, $1, size) }) {
      if change.isUpdate {
        for (offset, (before, after)) in zip(change.old, change.new).enumerated() {
          withUnsafePointer(to: before) { before in
            withUnsafePointer(to: after) { after in
              withElement(of: earlier, at: change.oldRange.lowerBound + offset, or: before, old) {
                shape.exchange(from: before, to: after, since: $0, into: &exchange)
              }
            }
          }
        }
      } else {
        for (offset, gone) in change.old.enumerated() {
          withUnsafePointer(to: gone) { gone in
            withElement(of: earlier, at: change.oldRange.lowerBound + offset, or: gone, old) {
              shape.leave(gone, since: $0, into: &exchange)
            }
          }
        }
        for new in change.new { withUnsafePointer(to: new) { exchange.made += shape.total(of: $0) } }
      }
    }
  }

  /// Calls `body` with what an element of a list was in an earlier one; where elements have moved since, nobody knows, and
  /// it counts as what it is.
  private func withElement(
    of earlier: UnsafeRawPointer?,
    at position: Int,
    or element: UnsafePointer<List.Element>,
    _ list: UnsafeRawPointer,
    _ body: (UnsafeRawPointer?) -> Void
  ) {
    guard let earlier = earlier?.assumingMemoryBound(to: List.self).pointee else { return body(nil) }
    guard earlier.count == list.assumingMemoryBound(to: List.self).pointee.count else {
      return body(element)
    }
    withUnsafePointer(to: earlier[position]) { body($0) }
  }

  override func measure(_ value: UnsafeRawPointer, into meter: inout FootprintMeter) {
    let shape = elements.shape
    let isFlat = shape.isFlat
    walks.addFootprint(value, &meter) { element, meter in
      if !isFlat { shape.measure(element, into: &meter) }
    }
  }

  override func write(_ value: UnsafeRawPointer, to json: inout JSONWriter) throws(PatchError) {
    let shape = elements.shape
    var failure: PatchError?
    var position = 0
    json.beginList()
    walks.forEachElement(value) { element in
      do throws(PatchError) {
        if failure == nil { try shape.write(element, to: &json) }
      } catch {
        failure = error.inside(.position(position))
      }
      position += 1
    }
    if let failure { throw failure }
    json.endList()
  }
}

extension ValueShape {
  func difference(of old: Value, _ new: Value) throws(PatchError) -> Patch.Node? {
    try withUnsafePointer(to: old) { old throws(PatchError) in
      try withUnsafePointer(to: new) { new throws(PatchError) in
        areSameBytes(old, new, MemoryLayout<Value>.size) ? nil : try difference(from: old, to: new)
      }
    }
  }
}
