extension JSONReader {
  /// Goes past the next value, whatever it is, and checks it as if it were read.
  ///
  /// How the names of a record will be compared is not known here: so two that are equal as texts count as one name.
  package mutating func skip() throws(PatchError) {
    var open: [SkippedValue] = []
    while true {
      try skipToValue()
      switch text[position] {
      case Container.record.rawValue, Container.list.rawValue:
        let isRecord = text[position] == Container.record.rawValue
        try self.open()
        open.append(SkippedValue(isRecord: isRecord, at: position))
      case UInt8(ascii: "\""): _ = try textRange()
      case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
      case UInt8(ascii: "n"): try word("null")
      default: _ = try number()
      }
      repeat {
        guard let last = open.indices.last else { return }
        guard try next(in: open[last].isRecord ? .record : .list, isFirst: &open[last].isFirst) else {
          try checkNames(of: open.removeLast())
          continue
        }
        if open[last].isRecord { open[last].add(try name(), in: text) }
        break
      } while true
    }
  }

  /// Looks for a name that stands twice, unless the order of the names rules that out.
  private func checkNames(of record: consuming SkippedValue) throws(PatchError) {
    if record.rulesOutTwins { return }
    let start = record.start
    let suspects = record.suspects()
    // Some at a time, since the names of suspects are kept while they are looked at: a file may have many millions.
    let most = 1 << 14
    for first in stride(from: 0, to: suspects.count, by: most) {
      try checkNames(from: start, withHashes: Set(suspects[first..<min(first + most, suspects.count)]))
    }
  }

  /// Looks for a name that stands twice among those that have one of some hashes: names of one hash need not be one name.
  private func checkNames(from start: Int, withHashes suspects: Set<UInt32>) throws(PatchError) {
    var reader = self
    reader.position = start
    var (isFirst, known): (Bool, Set<String>) = (true, [])
    reader.depth += 1
    while try reader.next(in: .record, isFirst: &isFirst) {
      let name = try reader.name()
      let text = string(name)
      if suspects.contains(shortHash(text)), !known.insert(text).inserted {
        throw error(.duplicate(name: text), at: name.range.lowerBound - 1)
      }
      try reader.skip()
    }
  }
}

/// A list or record that has begun and not ended, and the order of its names: in most files one that shows that none
/// came twice.
private struct SkippedValue {
  let isRecord: Bool
  /// The position at which the search for the first name begins.
  let start: Int
  var isFirst = true
  private var last: JSONName?
  /// A hash of each name: a stranger's file may have many millions of names, which are not kept.
  private var hashes: [UInt32] = []
  private var isByBytes = true
  private var isByLength = true
  private var isPlain = true

  init(isRecord: Bool, at start: Int) { (self.isRecord, self.start) = (isRecord, start) }

  var rulesOutTwins: Bool { isPlain && (isByBytes || isByLength) }

  mutating func add(_ name: JSONName, in text: Bytes) {
    defer { last = name }
    hashes.append(shortHash(JSONText.string(text.part(name.range), isEscaped: name.isEscaped)))
    if name.isEscaped || text[name.range].contains(where: { $0 >= 0x80 }) { isPlain = false }
    guard let last, rulesOutTwins else { return }
    let precedes = text.part(last.range).precedes(text.part(name.range))
    if !precedes { isByBytes = false }
    if last.range.count > name.range.count || (last.range.count == name.range.count && !precedes) {
      isByLength = false
    }
  }

  /// The hashes that several names have, each once.
  consuming func suspects() -> [UInt32] {
    var hashes = hashes
    self.hashes = []
    hashes.sort()
    var (suspects, last): ([UInt32], UInt32?) = ([], nil)
    for (hash, next) in zip(hashes, hashes.dropFirst()) where hash == next && hash != last {
      suspects.append(hash)
      last = hash
    }
    return suspects
  }
}

/// A hash of four bytes; texts that are equal have the same.
private func shortHash(_ text: String) -> UInt32 { UInt32(truncatingIfNeeded: text.hashValue) }

extension JSONReader {
  /// Goes past the next value, and returns its text.
  package mutating func skipped() throws(PatchError) -> Bytes {
    skipSpace()
    let start = position
    try skip()
    return text.part(start..<position)
  }

  /// The position of the value at a path of coding keys inside the next value, as far as there is such a path. For a
  /// member, it is the position of the member's name.
  package func place(at path: [any CodingKey]) -> Int {
    var reader = self
    reader.skipSpace()
    var place = reader.position
    for key in path {
      guard let found = try? reader.enter(key) else { break }
      place = found
    }
    return place
  }

  /// Goes to where an element or a member's value begins; returns where it, or its name, does.
  private mutating func enter(_ key: any CodingKey) throws(PatchError) -> Int? {
    skipSpace()
    let container: Container = isNext(.record) ? .record : .list
    try enter(container)
    var (isFirst, index) = (true, 0)
    while try next(in: container, isFirst: &isFirst) {
      skipSpace()
      let place = position
      let isWanted = container == .list ? index == key.intValue : string(try name()) == key.stringValue
      if isWanted { return place }
      try skip()
      index += 1
    }
    return nil
  }
}
