import Strata
import StrataSync

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
/// finds that it was not first. It may be read from any line on.
struct CountedLines {
  /// The greatest position that a line had that counted.
  private var last = 0
  /// A line that follows on one that was not there.
  private var behindNothing: Missing?

  /// A line before which others are missing.
  struct Missing {
    let line: Int
    let error: SharingError
    fileprivate let position: Int
  }

  /// Whether a line counts, given what was applied.
  mutating func count(_ placed: PlacedChange, line: Int, in sharing: Sharing) -> Bool {
    if placed.position > sharing.position, let after = placed.after, !sharing.hasApplied(after) {
      // It came too late with that one; or both are missing, unless what stands here comes yet.
      if missing(in: sharing) == nil, placed.position > sharing.position + 1 {
        let error = SharingError.gap(found: placed.position, wanted: sharing.position + 1)
        behindNothing = Missing(line: line, error: error, position: placed.position)
      }
      return false
    }
    if placed.position <= last { return false }
    last = placed.position
    return true
  }

  /// The line before which others are missing, given what was applied in the end.
  func missing(in sharing: Sharing) -> Missing? {
    behindNothing.flatMap { $0.position > sharing.position ? $0 : nil }
  }
}
