/// The columns of the values of steps, as their outlines say.
///
/// A role is a place in steps, such as the key of an entry of one field; values of one role stand in one column. Writer and
/// reader make the same plan of the same outlines, in the same order, so that no column needs a name.
struct ColumnPlan {
  /// The kind of thing that the outlines of a role stand for.
  enum Kind {
    case node, value, entry, member
  }

  /// The next bytes to write, and the column that has their values.
  struct Piece {
    enum Kind {
      /// A part of the outlines as it is, from ``column`` on and ``second`` bytes long.
      case outline
      /// A number as part of a head.
      case number
      /// A whole number of either sign.
      case whole
      /// As many letters as the column says.
      case letters
      /// Eight bytes.
      case double
      /// As many elements as the column says, of the outlines that the second one says, of ``role``.
      case elements
    }

    let kind: Kind
    var tag = PackedTag.word
    let column: Int
    var second = 0
    var role = 0
  }

  /// A role; the first one is that of whole steps.
  private struct Role {
    let kind: Kind
    /// Nil before a value was met.
    var column: Int?
    /// The place of this role in the role around it; `next` is the next role there, or -1.
    let key: UInt32
    let next: Int
    var firstPart = -1
    /// The outline that was asked for last, and its pieces.
    var last: (outline: Int, pieces: Range<Int>)?
  }

  private var roles: [Role] = [Role(kind: .node, key: 0, next: -1)]
  private(set) var pieces: [Piece] = []
  /// The pieces of all outlines by role, once a role has several.
  private var others: [RoleOfOutline: Range<Int>] = [:]
  /// How many columns there are.
  private(set) var columnCount = 0
  /// How deep an outline is being read.
  private var depth = 0

  private struct RoleOfOutline: Hashable {
    let role, outline: Int
  }

  /// The pieces that an outline has for a role.
  ///
  /// - Parameters:
  ///   - outline: The outline's number.
  ///   - find: Finds an outline among the bytes of all outlines; nil for a number that no outline has.
  @inline(__always)
  mutating func pieces(
    _ role: Int,
    _ outline: Int,
    _ find: (Int) -> (bytes: Bytes, start: Int)?
  ) throws(PatchError) -> Range<Int> {
    if let last = roles[role].last, last.outline == outline { return last.pieces }
    return try otherPieces(role, outline, find)
  }

  private mutating func otherPieces(
    _ role: Int,
    _ outline: Int,
    _ find: (Int) -> (bytes: Bytes, start: Int)?
  ) throws(PatchError) -> Range<Int> {
    // Most roles have one outline, which needs no dictionary.
    if let last = roles[role].last { others[RoleOfOutline(role: role, outline: last.outline)] = last.pieces }
    var found = others[RoleOfOutline(role: role, outline: outline)]
    if found == nil {
      guard let (bytes, start) = find(outline) else { throw PatchError(.malformed(offset: 0)) }
      let first = pieces.count
      var reader = OutlineReader(bytes, start: start)
      try read(role, &reader)
      found = first..<pieces.count
    }
    roles[role].last = found.map { (outline, $0) }
    return found ?? 0..<0
  }
}

/// Reads an outline, which may be anything.
private struct OutlineReader {
  var packed: PackedReader
  /// The place of the outline among all of them.
  let start: Int
  /// The beginning of the part that is written as it is.
  var plain = 0

  init(_ bytes: Bytes, start: Int) {
    (packed, self.start) = (PackedReader(bytes), start)
  }

  mutating func name() throws(PatchError) -> Bytes {
    try packed.textBytes(try packed.head(.text))
  }
}

extension ColumnPlan {
  /// The places in a role that are no fields.
  private enum Part: UInt32 {
    case word, whole, number, text, list, shared, old, new, key, node, kept, inserted, removed, element
  }

  private mutating func part(_ part: Part, of role: Int, _ kind: Kind = .value) -> Int {
    self.part(part.rawValue, of: role, kind)
  }

  /// The role of a field. Two whose names have one hash share their columns, which takes space and does no harm.
  private mutating func field(_ name: Bytes, of role: Int, _ kind: Kind) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return part(hash | 1 << 31, of: role, kind)
  }

  private mutating func part(_ key: UInt32, of role: Int, _ kind: Kind) -> Int {
    var part = roles[role].firstPart
    while part >= 0 {
      if roles[part].key == key, roles[part].kind == kind { return part }
      part = roles[part].next
    }
    roles.append(Role(kind: kind, key: key, next: roles[role].firstPart))
    roles[role].firstPart = roles.count - 1
    return roles.count - 1
  }

  private mutating func column(of role: Int) -> Int {
    if let column = roles[role].column { return column }
    roles[role].column = columnCount
    columnCount += 1
    return columnCount - 1
  }

  private mutating func read(_ role: Int, _ outline: inout OutlineReader) throws(PatchError) {
    switch roles[role].kind {
    // A step that changes nothing has no bytes.
    case .node: if !outline.packed.isAtEnd { try node(role, &outline) }
    case .value: try value(role, &outline)
    case .entry:
      let step = try outline.packed.head(.step)
      try value(part(.key, of: role), &outline)
      if step == 2 {
        try node(part(.node, of: role, .node), &outline)
      } else {
        try value(part(.new, of: role), &outline)
      }
    case .member:
      _ = try outline.packed.head(.step)
      try value(part(.key, of: role), &outline)
    }
    guard outline.packed.isAtEnd else { throw outline.packed.malformed }
    copyPlain(of: outline, to: outline.packed.position)
  }

  private mutating func copyPlain(of outline: OutlineReader, to end: Int) {
    let count = end - outline.plain
    if count > 0 {
      pieces.append(Piece(kind: .outline, column: outline.start + outline.plain, second: count))
    }
  }

  /// Puts a piece in the place of the head that was just read.
  private mutating func replaceHead(_ piece: Piece, _ outline: inout OutlineReader) {
    copyPlain(of: outline, to: outline.packed.position - 1)
    pieces.append(piece)
    outline.plain = outline.packed.position
  }

  private mutating func replaceHead(
    _ kind: Piece.Kind,
    _ tag: PackedTag,
    _ role: Int,
    _ outline: inout OutlineReader
  ) {
    replaceHead(Piece(kind: kind, tag: tag, column: column(of: role)), &outline)
  }

  private mutating func elements(
    _ tag: PackedTag,
    _ role: Int,
    _ kind: Kind,
    _ outline: inout OutlineReader
  ) {
    let (list, element) = (part(.list, of: role), part(.element, of: role, kind))
    let (count, outlines) = (column(of: list), column(of: part(.element, of: list)))
    replaceHead(
      Piece(kind: .elements, tag: tag, column: count, second: outlines, role: element),
      &outline
    )
  }

  private mutating func nested(_ read: (inout Self) throws(PatchError) -> Void) throws(PatchError) {
    guard depth < jsonDepthLimit else { throw PatchError(.tooDeep(limit: jsonDepthLimit)) }
    depth += 1
    defer { depth -= 1 }
    try read(&self)
  }

  private mutating func value(_ role: Int, _ outline: inout OutlineReader) throws(PatchError) {
    let (tag, number) = try outline.packed.head()
    switch (tag, number) {
    case (.word, 0): replaceHead(.number, .word, part(.word, of: role), &outline)
    case (.whole, 0): replaceHead(.whole, .whole, part(.whole, of: role), &outline)
    case (.whole, _): break
    case (.number, 0): replaceHead(.double, .number, part(.number, of: role), &outline)
    case (.text, 0): replaceHead(.letters, .text, part(.text, of: role), &outline)
    case (.list, 0): elements(.list, role, .value, &outline)
    case (.record, _):
      for _ in 0..<(try outline.packed.count(number)) {
        let field = field(try outline.name(), of: role, .value)
        try nested { plan throws(PatchError) in try plan.value(field, &outline) }
      }
    default: throw outline.packed.malformed
    }
  }

  private mutating func node(_ role: Int, _ outline: inout OutlineReader) throws(PatchError) {
    let (tag, number) = try outline.packed.head()
    switch (tag, number) {
    case (.replaced, 0):
      replaceHead(.number, .replaced, part(.shared, of: role), &outline)
      try value(part(.old, of: role), &outline)
      try value(part(.new, of: role), &outline)
    case (.fields, _):
      for _ in 0..<(try outline.packed.count(number)) {
        let field = field(try outline.name(), of: role, .node)
        try nested { plan throws(PatchError) in try plan.node(field, &outline) }
      }
    case (.entries, 0): elements(.entries, role, .entry, &outline)
    case (.members, 0): elements(.members, role, .member, &outline)
    case (.runs, _):
      for _ in 0..<(try outline.packed.count(number)) { try run(role, &outline) }
    case (.splice, _):
      for _ in 0..<(try outline.packed.count(number)) {
        switch try outline.packed.head() {
        case (.whole, 0): replaceHead(.number, .whole, part(.kept, of: role), &outline)
        case (.text, 0): replaceHead(.letters, .text, part(.inserted, of: role), &outline)
        case (.step, 0): replaceHead(.letters, .step, part(.removed, of: role), &outline)
        default: throw outline.packed.malformed
        }
      }
    default: throw outline.packed.malformed
    }
  }

  private mutating func run(_ role: Int, _ outline: inout OutlineReader) throws(PatchError) {
    switch try outline.packed.head() {
    case (.whole, 0): replaceHead(.number, .whole, part(.kept, of: role), &outline)
    case (.step, 2):
      let element = part(.node, of: role, .node)
      try nested { plan throws(PatchError) in try plan.node(element, &outline) }
    case (.step, let kind): try value(part(kind == 0 ? .removed : .inserted, of: role), &outline)
    default: throw outline.packed.malformed
    }
  }
}
