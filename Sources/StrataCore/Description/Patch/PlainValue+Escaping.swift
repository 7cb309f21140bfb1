// How values stand in the JSON of a patch: it has a word for every number, and names that begin with $ are its own.

extension JSONReader {
  /// Reads the next value, which stands in the JSON of a patch.
  ///
  /// - Throws: As of ``PlainValue/unescaped``.
  mutating func unescaped() throws(PatchError) -> PlainValue {
    var look = PlainLook()
    let value = try plain(&look)
    // Nearly all stand there as they are.
    return look.mayBeEscaped || look.nesting > jsonDepthLimit ? try value.unescaped : value
  }
}

extension PlainValue {
  /// The value that stands in the JSON of a patch.
  ///
  /// - Throws: `PatchError.Reason.tooDeep` for one that is nested deeper than any that is written.
  var unescaped: PlainValue {
    get throws(PatchError) {
      // What stands for a number takes a level of its own.
      if nesting > jsonDepthLimit + 1 { throw PatchError(.tooDeep(limit: jsonDepthLimit)) }
      return try unescapedInside
    }
  }

  fileprivate var unescapedInside: PlainValue {
    get throws(PatchError) {
      switch self {
      case .list(let values):
        var unescaped: [PlainValue] = []
        for value in values { unescaped.append(try value.unescapedInside) }
        return .list(PlainList(unescaped))
      case .record(let record): return try record.unescaped
      default: return self
      }
    }
  }
}

extension PlainRecord {
  fileprivate var unescaped: PlainValue {
    get throws(PatchError) {
      if case .text(let bits)? = self["$number"], members.count == 1 {
        guard let pattern = UInt64(bits, radix: 16), String(pattern, radix: 16) == bits,
          !Double(bitPattern: pattern).isFinite
        else { throw PatchError(.notAPatch(expected: "the bits of a number that JSON does not have")) }
        return .number(Double(bitPattern: pattern))
      }
      var unescaped: [Member] = []
      for member in members {
        var name = member.name
        if name.utf8.first == 0x24 {
          name.unicodeScalars.removeFirst()
          guard name.utf8.first == 0x24 else {
            throw PatchError(.notAPatch(expected: "a name with $$ or without $"))
          }
        }
        unescaped.append(Member(name, try member.value.unescapedInside))
      }
      return .record(PlainRecord(members: unescaped))
    }
  }
}
