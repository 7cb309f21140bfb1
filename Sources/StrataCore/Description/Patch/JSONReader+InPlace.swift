// Steps that a log has are applied where they lie, too: a patch of what an import brought takes a hundred times the room of
// its text, and what a large step inserted need not be read to be taken out again.

extension JSONReader {
  /// Goes into the changes of a node if it is of the given kind; else nothing is read.
  mutating func enterChanges(_ kind: StaticString, _ container: Container) throws(PatchError) -> Bool {
    let start = self
    var isFirst = true
    try enter(.record)
    if try next(in: .record, isFirst: &isFirst), try isNamed(kind, name()) {
      skipSpace()
      if isNext(container) {
        try enter(container)
        return true
      }
    }
    self = start
    return false
  }

  /// Leaves a node behind its changes.
  mutating func leaveChanges() throws(PatchError) {
    var isFirst = false
    if try next(in: .record, isFirst: &isFirst) { throw notInPlace }
  }

  /// Goes to the change of a field in a node; false where it has none of that name.
  mutating func enterChange(ofField name: String) throws(PatchError) -> Bool {
    guard try enterChanges("fields", .record) else { return false }
    var isFirst = true
    while try next(in: .record, isFirst: &isFirst) {
      if string(try self.name()).isWritten(as: name) {
        skipSpace()
        return true
      }
      try pass()
    }
    return false
  }

  /// Goes over a node that replaces a value, and returns where both sides of it begin; nil where it is of another kind, and then
  /// something may have been read.
  mutating func replacedSides() throws(PatchError) -> (old: Int, new: Int)? {
    var isFirst = true
    try enter(.record)
    guard try next(in: .record, isFirst: &isFirst), isNamed("new", try name()) else { return nil }
    let new = position
    try pass()
    guard try next(in: .record, isFirst: &isFirst), isNamed("old", try name()) else { return nil }
    let old = position
    try pass()
    return try next(in: .record, isFirst: &isFirst) ? nil : (old, new)
  }

  /// Of a step that is shorter all is read, also what goes: one that was written wrongly is not taken back. To read all of a
  /// longer one would keep a person waiting.
  static var readWholly: Int { 1 << 16 }

  /// The error that a change is not in the form in which it is applied where it lies.
  var notInPlace: PatchError { PatchError(.notAPatch(expected: "a change as it is written")) }

  func isNamed(_ word: StaticString, _ name: JSONName) -> Bool {
    guard name.range.count == word.utf8CodeUnitCount, let start = text.baseAddress else { return false }
    return areSameBytes(start + name.range.lowerBound, word.utf8Start, name.range.count)
  }
}

/// Where the key and the change of an entry begin that stands in a patch.
struct WrittenEntry {
  enum Kind {
    case removed, inserted, changed
  }

  let kind: Kind
  let key: Int
  let change: Int
}

extension JSONReader {
  /// Goes over the next entry of a patch, and looks no closer at what is in it.
  mutating func entry() throws(PatchError) -> WrittenEntry {
    try enter(.record)
    var isFirst = true
    var (key, kind, change): (Int?, WrittenEntry.Kind?, Int?)
    while try next(in: .record, isFirst: &isFirst) {
      let name = try name()
      if isNamed("key", name) {
        key = position
      } else {
        change = position
        if isNamed("insert", name) {
          kind = .inserted
        } else if isNamed("remove", name) {
          kind = .removed
        } else if isNamed("change", name) {
          kind = .changed
        }
      }
      try pass()
    }
    guard let key, let kind, let change else { throw notInPlace }
    return WrittenEntry(kind: kind, key: key, change: change)
  }

  /// Goes past the next value, and believes that it is one: a log's lines were read before they were written.
  mutating func pass() throws(PatchError) {
    try skipToValue()
    guard isNext(.record) || isNext(.list) else { return try skip() }
    guard let end = JSONText.endOfNest(in: text, from: position) else { throw notInPlace }
    position = end
  }
}

extension JSONText {
  /// Where a list or record ends that begins at a place; nil where it does not.
  ///
  /// Nothing is looked at but brackets and quotes, by way of two numbers: of an import there are many million bytes.
  static func endOfNest(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let count = text.count
    var (place, depth) = (start, 0)
    while place < count {
      let byte = text[place]
      place &+= 1
      if byte == UInt8(ascii: "\"") {
        while place < count, text[place] != UInt8(ascii: "\"") {
          place &+= text[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        place &+= 1
      } else if byte | bracketBit == JSONReader.Container.record.rawValue {
        depth &+= 1
      } else if byte | bracketBit == JSONReader.Container.record.closing {
        depth &-= 1
        if depth == 0 { return place }
      }
    }
    return nil
  }

  /// The bit that a bracket of a record has, and that of a list has not, as ASCII has it.
  private static var bracketBit: UInt8 { 0x20 }
}

/// Changes as they are written, one after the other.
struct WrittenChanges {
  private(set) var text: [UInt8] = []
  private(set) var places: [Range<Int>] = []

  /// Whether another one would make it longer than is gathered at once; one has always room.
  func isFull(with json: ArraySlice<UInt8>) -> Bool { !text.isEmpty && text.count + json.count > 1 << 18 }

  /// Adds one, which changes nothing where it is empty.
  mutating func append(_ json: ArraySlice<UInt8>) {
    if json.isEmpty { return }
    places.append(text.count..<text.count + json.count)
    text += json
  }
}

extension AnyValueShape {
  /// Changes the value as patches of it say, given as JSON that is known to fit.
  ///
  /// - Throws: ``PatchError`` where one is not written as a patch of these types is today, or does not fit; the value is then not
  ///   to be used any more.
  func apply(
    _ direction: PackedDirection,
    _ changes: WrittenChanges,
    to value: UnsafeMutableRawPointer
  ) throws(PatchError) {
    if changes.places.isEmpty { return }
    let isTaken = changes.text.withUnsafeBufferPointer { text in
      Result { () throws(PatchError) in
        var nodes: [JSONReader] = []
        for place in changes.places {
          nodes.append(
            try JSONReader(UnsafeBufferPointer(rebasing: text[place]), depthLimit: patchDepthLimit)
          )
        }
        try apply(direction, &nodes, to: value)
        for number in nodes.indices { try nodes[number].finish() }
      }
    }
    try isTaken.get()
  }
}
