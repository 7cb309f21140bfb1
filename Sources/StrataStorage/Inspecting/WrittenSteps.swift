import StrataCore

/// Reads the steps of a history as they are written in a log, as changes of the whole state.
package final class WrittenSteps: LogLines {
  private let file: LogFile?
  /// The names of the fields that lead to each part that undo covers.
  private let parts: [[String]]
  private let memoryLimit: Int
  /// The step that no line of the log has: what the state file is beyond it.
  private let later = Guarded<Result<Patch, PatchError>?>(nil)

  /// Where that step stands, as places go.
  static let placeOfLater = UInt64(Int64.max)

  init(_ file: LogFile?, parts: [[String]], memoryLimit: Int) {
    (self.file, self.parts, self.memoryLimit) = (file, parts, memoryLimit)
  }

  func set(later step: Result<Patch, PatchError>) { later.withLock { $0 = step } }

  package func step(at places: [UInt64]) throws(PatchError) -> (patch: Patch, companions: DomainSnapshot?) {
    var patches: [Patch] = []
    for place in places { patches.append(try patch(at: place)) }
    return (try Patch(composing: patches), nil)
  }

  package func companions(at _: [UInt64]) -> DomainSnapshot? { nil }

  func patch(writtenAt place: UInt64) throws -> (Patch, bytes: Int) {
    guard let file else { throw LogScanner.Nonsense(reason: "there is no log") }
    return try file.patch(writtenAt: place, within: memoryLimit)
  }

  private func patch(at place: UInt64) throws(PatchError) -> Patch {
    if place == Self.placeOfLater, let later = later.withLock({ $0 }) { return try later.get() }
    let json = try line(at: place).json
    guard let head = json.withUnsafeBytes({ RecordHead($0) }) else {
      throw PatchError(.unreadable(reason: "no line of a log stands at byte \(place)"))
    }
    guard let range = head.patch else { return Patch() }
    guard json.withUnsafeBytes({ PlainValue.isReadable($0, within: memoryLimit) }) else {
      throw PatchError(.overMemory(limit: memoryLimit))
    }
    return try Patch(json: json[range]).inside(parts: parts)
  }

  /// How many bytes of the log a step takes.
  package func bytes(at places: [UInt64]) -> Int {
    places.reduce(0) { sum, place in
      guard place != Self.placeOfLater, let line = try? line(at: place) else { return sum }
      return sum + line.end - Int(place)
    }
  }

  private func line(at place: UInt64) throws(PatchError) -> (json: [UInt8], end: Int) {
    guard let file, let place = Int(exactly: place) else {
      throw PatchError(.unreadable(reason: "it is in no file"))
    }
    do throws(SystemError) {
      return try file.line(at: place)
    } catch {
      throw PatchError(.unreadable(reason: "\(error)"))
    }
  }
}
