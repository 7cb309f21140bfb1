import StrataCore

/// The companions before and after a step, as a line of a log says them: a list, of one where both are the same.
struct CompanionSides {
  var before: PlainValue
  var after: PlainValue

  /// Returns the list of two companions in JSON.
  static func json(_ before: [UInt8], _ after: [UInt8]) -> [UInt8] {
    var json = JSONWriter()
    json.beginList()
    json.write(raw: before)
    if after != before { json.write(raw: after) }
    json.endList()
    return json.bytes
  }

  /// Reads what ``json(_:_:)`` wrote.
  init(json: some Sequence<UInt8>) throws(PatchError) {
    let plain: PlainValue
    do throws(JSONError) {
      plain = try PlainValue(json: json)
    } catch {
      throw PatchError(.notJSON(error))
    }
    guard case .list(let values) = plain, let first = values.first, let last = values.last, values.count <= 2
    else {
      throw PatchError(.notAPatch(expected: "the companions before and after a step"))
    }
    (before, after) = (first, last)
  }
}
