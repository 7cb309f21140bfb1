import Strata

/// A change with its position in the order: a line that `strata publish` writes, and `strata apply` reads.
///
///     {"position":9,"after":"2-17","at":1795428400232005651,"author":"","label":"Add Todo","name":"2-18","version":1,"patch":{…}}
///
/// It is the line of the change with two members more.
struct PlacedChange {
  let position: Int
  /// The change at the position before, where one machine has published both at once: without that one, it is none.
  let after: SharedChange.Name?
  let change: SharedChange

  init(_ change: SharedChange, at position: Int, after: SharedChange.Name?) {
    (self.change, self.position, self.after) = (change, position, after)
  }

  /// The change as JSON on one line, without its end.
  var line: [UInt8] {
    let after = after.map { "\"after\":\"\($0)\"," } ?? ""
    return Array("{\"position\":\(position),\(after)".utf8) + change.line.dropFirst()
  }

  /// Reads what ``line`` gave; a line may be a stranger's.
  ///
  /// - Throws: `SharingError.noChange` for anything else.
  init(line: [UInt8], memoryLimit limit: Int) throws(SharingError) {
    guard line.withUnsafeBytes({ PlainValue.isReadable($0, within: limit) }) else {
      throw .noChange(reason: "reading it takes more than \(limit) bytes of memory")
    }
    let plain: PlainValue
    do throws(JSONError) {
      plain = try PlainValue(json: line, depthLimit: patchDepthLimit + 1)
    } catch {
      throw .noChange(reason: "\(error)")
    }
    guard case .record(var record) = plain else { throw .noChange(reason: "it is no record") }
    guard case .integer(let position)? = record["position"], position > 0,
      let position = Int(exactly: position)
    else { throw .noChange(reason: "it says no position from 1 on") }
    switch record["after"] {
    case nil: after = nil
    case .text(let text)?:
      guard let name = SharedChange.Name(text) else {
        throw .noChange(reason: "what it follows on is no name of a change")
      }
      after = name
    case _?: throw .noChange(reason: "what it follows on is no name of a change")
    }
    (record["position"], record["after"]) = (nil, nil)
    self.position = position
    change = try SharedChange(line: PlainValue.record(record).json, memoryLimit: limit)
  }
}

/// Which of the lines that several machines have put one behind another count: the first at each position.
///
/// So a file that is only added to is an order, without a lock: where two machines publish at the same position, one of them
/// finds that it was not first.
struct CountedLines {
  private var last: (position: Int, name: SharedChange.Name)?

  /// Whether a line counts.
  ///
  /// - Throws: `SharingError.gap` where there are others missing before it.
  mutating func count(_ placed: PlacedChange) throws(SharingError) -> Bool {
    if let last {
      if placed.position <= last.position { return false }
      if let after = placed.after, after != last.name { return false }
      if placed.position > last.position + 1 {
        throw .gap(found: placed.position, wanted: last.position + 1)
      }
    }
    last = (placed.position, placed.change.name)
    return true
  }
}
