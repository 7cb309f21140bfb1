/// The labels, times and origins of the moments of a page, and the restored fields on both sides of their steps, in columns.
///
///     what each is │ times │ labels │ of the moments that say where they came from: that │ restored fields │ all texts
///
/// Each text stands there once, whatever it is about.
struct PageWordsWriter {
  private var kinds = NumberColumn()
  private var times: [Int64] = []
  private var labels = NumberColumn()
  private var origins = NumberColumn()
  private var links = NumberColumn()
  private var authors = NumberColumn()
  private var notes = NumberColumn()
  private var ownChanges = NumberColumn()
  private var restoredValues = NumberColumn()
  private var texts = ByteTable()

  /// Adds a moment that is gone.
  mutating func appendGone() { kinds.append(0) }

  /// Adds a moment.
  ///
  /// - Parameters:
  ///   - sides: The restored values of its step, which are left out where they are not written.
  ///   - number: Its number; it is about moments before it.
  mutating func append(_ words: MomentWords, _ sides: RestoredValues?, number: UInt32) {
    var kind: Int64 = words.provenance == nil ? 1 : 2
    if case .written(let before, let after)? = sides {
      kind += 2
      for side in [before, after] {
        var writer = PackedWriter()
        writer.write(side)
        restoredValues.append(self.number(of: writer.bytes))
      }
    }
    kinds.append(kind)
    times.append(words.time.nanosecondsSince1970)
    labels.append(self.number(of: Array(words.label.utf8)))
    guard let provenance = words.provenance else { return }
    origins.append(provenance.origin.kind)
    // The moments that it is about came before it, and mostly not long ago.
    if let tip = provenance.origin.merges {
      links.append(Int64(number - tip.raw))
    } else if provenance.origin.isComposed {
      links.append(Int64(provenance.origin.switches.count))
      for one in provenance.origin.switches {
        links.append(Int64(number - one.moment.raw))
        links.append(Int64((one.change ?? -1) + 1) << 1 | (one.isOn ? 1 : 0))
      }
    }
    authors.append(self.number(of: Array(provenance.author.rawValue.utf8)))
    notes.append(self.number(of: provenance.note))
    ownChanges.append(self.number(of: provenance.ownChanges))
  }

  private mutating func number(of text: [UInt8]) -> Int64 {
    Int64(texts.number(of: text[...]))
  }

  /// The bytes of all moments so far.
  var finished: [UInt8] {
    var bytes: [UInt8] = []
    // Most clocks count in something coarser than nanoseconds.
    let unit = PageWords.timeUnits.lastIndex { unit in times.allSatisfy { $0 % unit == 0 } } ?? 0
    bytes.append(UInt8(unit))
    var scaled = NumberColumn()
    for time in times { scaled.append(time / PageWords.timeUnits[unit]) }
    for column in [kinds, scaled, labels, origins, links, authors, notes, ownChanges, restoredValues] {
      bytes.append(part: column.finished)
    }
    bytes.appendGroups(of: UInt64(texts.ends.count))
    var lengths = NumberColumn()
    for number in texts.ends.indices { lengths.append(Int64(texts.range(of: number).count)) }
    bytes.append(part: lengths.finished)
    bytes.append(packing: texts.bytes)
    return bytes
  }
}

/// Reads what a ``PageWordsWriter`` wrote.
struct PageWords {
  fileprivate static let timeUnits: [Int64] = [1, 1_000, 1_000_000]

  /// The words of a moment, its texts as their numbers.
  private struct Row {
    let time: Timestamp
    let label: Int
    let provenance: ProvenanceNumbers?
    let restoredValues: (before: Int, after: Int)?
  }

  /// The provenance of a moment.
  private struct ProvenanceNumbers: Equatable {
    let origin: Moment.Origin
    let author, note, ownChanges: Int
  }

  /// The moments; nil for one that is gone.
  private let rows: [Row?]
  /// The moments that say where they came from, and those that have restored values.
  private(set) var (provenanceMarks, restoredMarks) = (PageMarks(), PageMarks())
  private let letters: [UInt8]
  private let textEnds: [Int]

  /// - Parameters:
  ///   - count: How many moments there are.
  ///   - first: The number of the first.
  ///   - limit: How many bytes all texts may have.
  /// - Throws: ``PatchError`` for bytes that make no sense, which may be anything, and where the texts are longer.
  init(
    _ bytes: Bytes,
    count: Int,
    first: UInt32,
    limit: Int = .max
  ) throws(PatchError) {
    let malformed = PatchError(.malformed(offset: 0))
    var reader = ByteReader(bytes)
    let unit = Int(reader.byte())
    guard Self.timeUnits.indices.contains(unit) else { throw malformed }
    var columns = (0..<9).map { _ in NumberColumnReader(reader.part()) }
    var rows: [Row?] = []
    rows.reserveCapacity(count)
    for offset in 0..<count {
      let kind = columns[0].next()
      guard kind > 0 else {
        rows.append(nil)
        continue
      }
      guard kind <= 4, offset < PageMarks.capacity else { throw malformed }
      let time = columns[1].next() &* Self.timeUnits[unit]
      let label = Int(columns[2].next())
      var provenance: ProvenanceNumbers?
      if kind == 2 || kind == 4 {
        provenanceMarks[offset] = true
        let number = Int64(first) + Int64(offset)
        guard let origin = Self.origin(kind: columns[3].next(), of: number, &columns[4]) else {
          throw malformed
        }
        provenance = ProvenanceNumbers(
          origin: origin,
          author: Int(columns[5].next()),
          note: Int(columns[6].next()),
          ownChanges: Int(columns[7].next())
        )
      }
      var restoredValues: (before: Int, after: Int)?
      if kind > 2 {
        restoredMarks[offset] = true
        restoredValues = (Int(columns[8].next()), Int(columns[8].next()))
      }
      let timestamp = Timestamp(nanosecondsSince1970: time)
      rows.append(Row(time: timestamp, label: label, provenance: provenance, restoredValues: restoredValues))
    }
    let textCount = reader.count()
    var lengths = NumberColumnReader(reader.part())
    var length = reader
    if length.groups() > UInt64(limit) { throw PatchError(.overMemory(limit: limit)) }
    guard let letters = reader.unpacked(limit: limit) else { throw malformed }
    var (ends, end): ([Int], Int) = ([], 0)
    ends.reserveCapacity(textCount)
    for _ in 0..<textCount {
      let length = lengths.next()
      guard length >= 0, length <= Int64(letters.count - end) else { throw malformed }
      end += Int(length)
      ends.append(end)
    }
    (self.rows, self.letters, textEnds) = (rows, letters, ends)
    if reader.isBroken || columns.contains(where: \.isBroken) || lengths.isBroken { throw malformed }
    for case let row? in rows {
      var used = [row.label]
      if let known = row.provenance { used += [known.author, known.note, known.ownChanges] }
      if let sides = row.restoredValues { used += [sides.before, sides.after] }
      guard used.allSatisfy(ends.indices.contains) else { throw malformed }
    }
  }

  private func text(_ number: Int) -> ArraySlice<UInt8> {
    letters[(number == 0 ? 0 : textEnds[number - 1])..<textEnds[number]]
  }

  private static func origin(
    kind: Int64,
    of number: Int64,
    _ links: inout NumberColumnReader
  ) -> Moment.Origin? {
    func moment(_ distance: Int64) -> Moment.ID? {
      UInt32(exactly: number &- distance).flatMap { Moment.ID(number: Int($0)) }
    }
    func switches() -> [StepSwitch]? {
      var switches: [StepSwitch] = []
      let count = links.next()
      guard count >= 0 else { return nil }
      for _ in 0..<count {
        guard !links.isBroken, let moment = moment(links.next()) else { return nil }
        let state = links.next()
        let change = state < 2 ? nil : Int(state >> 1) - 1
        switches.append(StepSwitch(moment, change: change, isOn: state & 1 == 1))
      }
      return switches
    }
    switch kind {
    case 0: return .sent
    case 1: return .external
    case 2: return switches().map { .undo($0) }
    case 3: return switches().map { .redo($0) }
    case 4: return switches().map { .switched($0) }
    case 5: return moment(links.next()).map { .merge(of: $0) }
    default: return nil
    }
  }

  /// The words of a moment; nil for one that is gone.
  subscript(index: Int) -> MomentWords? {
    rows[index].map { row in
      MomentWords(
        label: String(decoding: text(row.label), as: UTF8.self),
        time: row.time,
        provenance: provenance(row)
      )
    }
  }

  /// The provenance of a moment; nil where the app's user sent it.
  func provenance(_ index: Int) -> Provenance? { rows[index].flatMap(provenance) }

  /// The same of all moments. Neighbours that say the same share what they say.
  var provenances: [Provenance?] {
    var last: (numbers: ProvenanceNumbers, provenance: Provenance?)?
    return rows.map { row in
      guard let numbers = row?.provenance else { return nil }
      if let last, last.numbers == numbers { return last.provenance }
      last = (numbers, provenance(numbers))
      return last?.provenance
    }
  }

  private func provenance(_ row: Row) -> Provenance? { row.provenance.flatMap(provenance) }

  private func provenance(_ numbers: ProvenanceNumbers) -> Provenance? {
    Provenance(
      Author(rawValue: String(decoding: text(numbers.author), as: UTF8.self)),
      numbers.origin,
      own: Array(text(numbers.ownChanges)),
      note: Array(text(numbers.note))
    )
  }

  /// The restored values of a step; nil where it has none.
  func restoredValues(_ index: Int) throws(PatchError) -> RestoredValues? {
    guard let sides = rows[index]?.restoredValues else { return nil }
    func value(_ number: Int) throws(PatchError) -> PlainValue {
      try PackedReader.reading(text(number)) { reader throws(PatchError) in
        let value = try reader.value()
        guard reader.isAtEnd else { throw reader.malformed }
        return value
      }
    }
    return .written(before: try value(sides.before), after: try value(sides.after))
  }

  /// When a moment was made; nil for one that is gone.
  func time(_ index: Int) -> Timestamp? { rows[index]?.time }
}

extension Moment.Origin {
  /// The number that a page has for it.
  fileprivate var kind: Int64 {
    switch self {
    case .sent: 0
    case .external: 1
    case .undo: 2
    case .redo: 3
    case .switched: 4
    case .merge: 5
    }
  }
}
