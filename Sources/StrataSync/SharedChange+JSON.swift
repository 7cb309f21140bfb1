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
    try self.init(OrderedLine(line, memoryLimit: limit))
  }

  /// Reads the members of a line.
  init(_ line: OrderedLine) throws(SharingError) {
    let members = line.members
    guard case .integer(let version)? = members["version"] else {
      throw .noChange(reason: "it says no version")
    }
    guard version == Self.version else {
      throw .noChange(reason: "it is of version \(version), and this app knows version \(Self.version)")
    }
    guard members.members.count == 5, case .integer(let time)? = members["at"],
      case .text(let author)? = members["author"], case .text(let label)? = members["label"],
      case .text(let name)? = members["name"], let name = Name(name), let patch = line.patch
    else { throw .noChange(reason: "it has not the six members that a change has") }
    self.init(
      name: name,
      author: Author(rawValue: author),
      label: label,
      time: Timestamp(nanosecondsSince1970: time),
      patch: patch
    )
  }
}

/// The members of a line, of which the patch is read where it lies: it may take as much memory as all the line.
struct OrderedLine {
  /// All members but the patch.
  var members: PlainRecord
  let patch: Patch?

  init(_ line: some Sequence<UInt8>, memoryLimit limit: Int) throws(SharingError) {
    func isReadable(_ line: Bytes) -> Bool { PlainValue.isReadable(line, within: limit) }
    guard
      line.withContiguousStorageIfAvailable({ isReadable(Bytes($0)) }) ?? Array(line).withBytes(isReadable)
    else { throw .noChange(reason: "reading it takes more than \(limit) bytes of memory") }
    do throws(PatchError) {
      (patch, members) = try Patch.read(member: "patch", of: line)
    } catch {
      throw .noChange(reason: "\(error)")
    }
  }
}
