/// A place in steps: values of one place stand in one column.
///
/// Writer and reader of columns make the same roles of the same outlines, in the same order, so that no column needs a name.
final class ColumnRole {
  /// What the outlines of a role are about.
  enum Kind {
    case node, value, entry, member
  }

  let kind: Kind
  /// Few, and looked for only where an outline is new.
  private var parts: [(key: Key, role: ColumnRole)] = []
  /// The column of its values; nil before one was met.
  private var column: Int?
  /// What the outlines say, by their numbers; and the one that was asked for last.
  private var programs: [Int: ColumnProgram] = [:]
  private var last: ColumnProgram?

  init(_ kind: Kind) { self.kind = kind }

  fileprivate enum Part: UInt32 {
    case word, whole, number, text, list, shared, old, new, key, node, kept, inserted, removed, element
  }

  fileprivate func part(_ part: Part, _ kind: Kind = .value) -> ColumnRole { self[part.rawValue, kind] }

  /// The role of a field. Two whose names have one hash share their columns, which takes space and does no harm.
  fileprivate func field(_ name: UnsafeBufferPointer<UInt8>, _ kind: Kind) -> ColumnRole {
    var hash: UInt32 = 2_166_136_261
    for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return self[hash | 1 << 31, kind]
  }

  private struct Key: Equatable {
    let number: UInt32
    let kind: Kind
  }

  private subscript(number: UInt32, kind: Kind) -> ColumnRole {
    let key = Key(number: number, kind: kind)
    if let known = parts.first(where: { $0.key == key }) { return known.role }
    let role = ColumnRole(kind)
    parts.append((key, role))
    return role
  }

  /// What an outline says for this role.
  ///
  /// - Parameter columns: How many columns there are.
  @inline(__always)
  func program(
    _ number: Int,
    _ outline: (Int) -> UnsafeBufferPointer<UInt8>?,
    columns: inout Int
  ) throws(PatchError) -> ColumnProgram {
    if let last, last.number == number { return last }
    return try otherProgram(number, outline, &columns)
  }

  private func otherProgram(
    _ number: Int,
    _ outline: (Int) -> UnsafeBufferPointer<UInt8>?,
    _ columns: inout Int
  ) throws(PatchError) -> ColumnProgram {
    // Most roles have one outline, which needs no dictionary.
    if let last { programs[last.number] = last }
    if let known = programs[number] {
      last = known
      return known
    }
    guard let outline = outline(number) else { throw PatchError(.malformed(offset: 0)) }
    var reader = OutlineReader(outline, columns: columns)
    let program = ColumnProgram(number, try reader.pieces(of: self))
    columns = reader.columns
    last = program
    return program
  }

  fileprivate func column(_ count: inout Int) -> Int {
    if let column { return column }
    column = count
    count += 1
    return count - 1
  }
}

/// What an outline says: what to write, and which columns have the values.
final class ColumnProgram {
  enum Piece {
    /// A part of the outline as it is.
    case outline(Range<Int>)
    /// A number as part of a head.
    case number(PackedTag, column: Int)
    /// A whole number of either sign.
    case whole(column: Int)
    /// As many letters as the column says.
    case letters(PackedTag, column: Int)
    /// Eight bytes.
    case double(column: Int)
    /// As many elements as one column says, of the outlines that another one says.
    case elements(PackedTag, count: Int, outlines: Int, ColumnRole)
  }

  /// The number of the outline.
  let number: Int
  let pieces: [Piece]

  init(_ number: Int, _ pieces: [Piece]) { (self.number, self.pieces) = (number, pieces) }
}

/// Makes of an outline what it says for a role. The outline may be anything.
private struct OutlineReader {
  private var reader: PackedReader
  private var pieces: [ColumnProgram.Piece] = []
  private(set) var columns: Int
  /// Where the part begins that is written as it is.
  private var plain = 0
  private var depth = 0

  init(_ outline: UnsafeBufferPointer<UInt8>, columns: Int) {
    (reader, self.columns) = (PackedReader(outline), columns)
  }

  mutating func pieces(of role: ColumnRole) throws(PatchError) -> [ColumnProgram.Piece] {
    switch role.kind {
    // A step that changes nothing has no bytes.
    case .node: if !reader.isAtEnd { try node(role) }
    case .value: try value(role)
    case .entry:
      let step = try reader.head(.step)
      try value(role.part(.key))
      if step == 2 { try node(role.part(.node, .node)) } else { try value(role.part(.new)) }
    case .member:
      _ = try reader.head(.step)
      try value(role.part(.key))
    }
    guard reader.isAtEnd else { throw reader.malformed }
    copyPlain(to: reader.position)
    return pieces
  }

  private mutating func copyPlain(to end: Int) {
    if plain < end { pieces.append(.outline(plain..<end)) }
  }

  /// Puts a piece in the place of the head that was just read.
  private mutating func replaceHead(_ piece: ColumnProgram.Piece) {
    copyPlain(to: reader.position - 1)
    pieces.append(piece)
    plain = reader.position
  }

  private mutating func number(_ tag: PackedTag, _ role: ColumnRole) {
    replaceHead(.number(tag, column: role.column(&columns)))
  }

  private mutating func letters(_ tag: PackedTag, _ role: ColumnRole) {
    replaceHead(.letters(tag, column: role.column(&columns)))
  }

  private mutating func elements(_ tag: PackedTag, _ role: ColumnRole, _ kind: ColumnRole.Kind) {
    let (list, element) = (role.part(.list), role.part(.element, kind))
    let (count, outlines) = (list.column(&columns), list.part(.element).column(&columns))
    replaceHead(.elements(tag, count: count, outlines: outlines, element))
  }

  private mutating func mark() throws(PatchError) -> PackedTag {
    let (tag, number) = try reader.head()
    guard number == 0 else { throw reader.malformed }
    return tag
  }

  private mutating func name() throws(PatchError) -> UnsafeBufferPointer<UInt8> {
    try reader.textBytes(try reader.head(.text))
  }

  private mutating func value(_ role: ColumnRole) throws(PatchError) {
    let (tag, number) = try reader.head()
    switch (tag, number) {
    case (.word, 0): self.number(.word, role.part(.word))
    case (.whole, 0): replaceHead(.whole(column: role.part(.whole).column(&columns)))
    case (.whole, _): break
    case (.number, 0): replaceHead(.double(column: role.part(.number).column(&columns)))
    case (.text, 0): letters(.text, role.part(.text))
    case (.list, 0): elements(.list, role, .value)
    case (.record, _):
      let count = try reader.count(number)
      for _ in 0..<count {
        let field = role.field(try name(), .value)
        try nested { outline throws(PatchError) in try outline.value(field) }
      }
    default: throw reader.malformed
    }
  }

  private mutating func nested(_ read: (inout Self) throws(PatchError) -> Void) throws(PatchError) {
    guard depth < PackedReader.depthLimit else {
      throw PatchError(.tooDeep(limit: PackedReader.depthLimit))
    }
    depth += 1
    defer { depth -= 1 }
    try read(&self)
  }

  private mutating func node(_ role: ColumnRole) throws(PatchError) {
    let (tag, number) = try reader.head()
    switch (tag, number) {
    case (.replaced, 0):
      self.number(.replaced, role.part(.shared))
      try value(role.part(.old))
      try value(role.part(.new))
    case (.fields, _):
      for _ in 0..<(try reader.count(number)) {
        let field = role.field(try name(), .node)
        try nested { outline throws(PatchError) in try outline.node(field) }
      }
    case (.entries, 0): elements(.entries, role, .entry)
    case (.members, 0): elements(.members, role, .member)
    case (.runs, _):
      for _ in 0..<(try reader.count(number)) {
        switch try reader.head() {
        case (.whole, 0): self.number(.whole, role.part(.kept))
        case (.step, 2):
          let element = role.part(.node, .node)
          try nested { outline throws(PatchError) in try outline.node(element) }
        case (.step, let kind): try value(role.part(kind == 0 ? .removed : .inserted))
        default: throw reader.malformed
        }
      }
    case (.splice, _):
      for _ in 0..<(try reader.count(number)) {
        switch try mark() {
        case .whole: self.number(.whole, role.part(.kept))
        case .text: letters(.text, role.part(.inserted))
        case .step: letters(.step, role.part(.removed))
        default: throw reader.malformed
        }
      }
    default: throw reader.malformed
    }
  }
}
