import StrataCore

// A change as a line of JSON, without its position, which the engine gives:
//
//     {"at":1795428400232005651,"author":"","label":"Add Todo","name":"3-17","version":1,"patch":{…}}

extension SharedChange {
  /// The change as JSON on one line: what an engine keeps.
  ///
  /// - Complexity: O(size of the patch).
  public var line: [UInt8] {
    let head: PlainValue = [
      "at": .integer(time.nanosecondsSince1970), "author": .text(author.rawValue), "label": .text(label),
      "name": .text("\(name)"), "version": .integer(Self.version),
    ]
    return Array(head.json.dropLast() + ",\"patch\":".utf8 + patch.json + "}".utf8)
  }

  private static let version: Int64 = 1

  /// Reads what ``line`` gave; a line may be a stranger's.
  ///
  /// - Parameters:
  ///   - line: The text, without its end.
  ///   - limit: How many bytes of memory reading it may take.
  /// - Throws: ``SharingError/noChange(reason:)`` for anything else.
  public init(line: some Sequence<UInt8>, memoryLimit limit: Int = 1 << 30) throws(SharingError) {
    let bytes = Array(line)
    guard bytes.withUnsafeBytes({ PlainValue.isReadable($0, within: limit) }) else {
      throw .noChange(reason: "reading it takes more than \(limit) bytes of memory")
    }
    let plain: PlainValue
    do throws(JSONError) {
      plain = try PlainValue(json: bytes, depthLimit: patchDepthLimit + 1)
    } catch {
      throw .noChange(reason: "\(error)")
    }
    guard case .record(let record) = plain else { throw .noChange(reason: "it is no record") }
    guard case .integer(let version)? = record["version"] else {
      throw .noChange(reason: "it says no version")
    }
    guard version == Self.version else {
      throw .noChange(reason: "it is of version \(version), and this app knows version \(Self.version)")
    }
    guard record.members.count == 6, case .integer(let time)? = record["at"],
      case .text(let author)? = record["author"], case .text(let label)? = record["label"],
      case .text(let name)? = record["name"], let name = Name(name), let patch = record["patch"]
    else { throw .noChange(reason: "it has not the six members that a change has") }
    do throws(PatchError) {
      self.init(
        name: name,
        author: Author(rawValue: author),
        label: label,
        time: Timestamp(nanosecondsSince1970: time),
        patch: try Patch(json: patch.json)
      )
    } catch {
      throw .noChange(reason: "\(error)")
    }
  }
}
