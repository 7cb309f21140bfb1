import PersistentCollections
import StrataCore

/// A store's notes about the order in which machines change what they share.
public struct Sharing: Equatable, Sendable {
  /// The machine's own number, which its changes carry; 0 for a store that shares nothing yet.
  public internal(set) var site = 0
  /// The position in the order up to which all changes were applied.
  public internal(set) var position = 0
  /// The number of the last own change.
  var lastNumber = 0
  /// The number of the last change of each machine that has a place in the order up to the position.
  var applied: PersistentSortedMap<Int, Int> = [:]
  /// The names of the changes at the last ``rememberedPositions`` positions, as texts.
  private var names: PersistentSortedMap<Int, String> = [:]
  /// The own changes that have no place in the order yet, the oldest first; each follows on the one before it.
  var own: PersistentArray<OwnChange> = []

  /// Makes the notes of a store that shares nothing yet.
  public init() {}

  /// The number of recent positions of which a store remembers the names of changes.
  ///
  /// By the names a store notices an engine that gives one position to two changes; see
  /// ``SharingError/forked(position:applied:found:)``.
  public static let rememberedPositions = 256

  /// Returns the name of the change that was applied at a position.
  ///
  /// The result is nil for a position that was not applied, and for one that is ``rememberedPositions`` or more behind the
  /// last.
  public func name(at position: Int) -> SharedChange.Name? {
    names[position].flatMap { SharedChange.Name($0) }
  }

  /// How many own changes have no place in the order yet.
  public var unpublishedCount: Int { own.count }

  /// Whether a change is in the order already, up to the position; never for one of a machine that is about to join.
  public func hasApplied(_ name: SharedChange.Name) -> Bool {
    name.site != 0 && applied[name.site].map { $0 >= name.number } ?? false
  }

  /// Takes note of an own change, which has no place in the order yet.
  ///
  /// - Throws: ``PatchError`` where it could not be read again; ``SharingError/miscounted``.
  mutating func add(_ words: ChangeWords, _ patch: Patch) throws {
    lastNumber = try number(behind: lastNumber)
    own.append(try OwnChange(lastNumber, words, patch))
  }

  /// Takes note that a change has a place in the order: the next one.
  mutating func advance(past name: SharedChange.Name) {
    position += 1
    names[position] = "\(name)"
    names[position &- Self.rememberedPositions] = nil
    if name.site != 0 { applied[name.site] = max(applied[name.site] ?? 0, name.number) }
  }

  /// Gives other names to own changes where the order has theirs already: so it is where this store lost what it had
  /// published, or is a copy of the one that did.
  ///
  /// - Throws: ``SharingError/miscounted``.
  mutating func rename(_ changes: [OwnChange]) throws(SharingError) -> [OwnChange] {
    lastNumber = max(lastNumber, applied[site] ?? 0)
    guard let first = changes.first, first.number <= applied[site] ?? 0 else { return changes }
    var renamed: [OwnChange] = []
    for change in changes {
      lastNumber = try number(behind: lastNumber)
      renamed.append(change.called(lastNumber))
    }
    return renamed
  }

  /// The number behind another one, which every machine can read.
  private func number(behind last: Int) throws(SharingError) -> Int {
    guard last < SharedChange.Name.greatest else { throw .miscounted }
    return last + 1
  }

  /// Whether a change is as far behind the last one of its machine as can be: what is between was withdrawn there. A
  /// stranger's line could use up a machine's numbers.
  func isReached(by name: SharedChange.Name) -> Bool {
    name.site == 0 || name.number - SharedChange.Name.farthest <= applied[name.site] ?? 0
  }
}

extension Sharing: Described {
  /// Tells the fields.
  public static func describe(_ field: inout Fields<Sharing>) {
    field("site", \.site)
    field("position", \.position)
    field("lastNumber", \.lastNumber)
    field("applied", \.applied)
    field("names", \.names)
    field("own", \.own)
  }
}

/// An own change that has no place in the order yet.
struct OwnChange: Equatable, Sendable {
  private(set) var number = 0
  private var author = ""
  private var label = ""
  private var nanosecondsSince1970: Int64 = 0
  /// The patch as JSON: what it leads from is what the one before it leads to.
  private var patchText = "{}"

  init() {}

  /// - Throws: `PatchError.Reason.tooDeep` where the patch could not be read again.
  init(_ number: Int, _ words: ChangeWords, _ patch: Patch) throws(PatchError) {
    (self.number, author, label) = (number, words.author.rawValue, words.label)
    nanosecondsSince1970 = words.time.nanosecondsSince1970
    patchText = String(decoding: try patch.readableJSON(), as: UTF8.self)
  }

  var patch: Patch { get throws(PatchError) { try Patch(json: patchText.utf8) } }

  func change(of site: Int) throws(PatchError) -> SharedChange {
    SharedChange(
      name: SharedChange.Name(site: site, number: number),
      author: Author(rawValue: author),
      label: label,
      time: Timestamp(nanosecondsSince1970: nanosecondsSince1970),
      patch: try patch
    )
  }

  /// The same change, carried over another one.
  func leading(by patch: Patch) throws(PatchError) -> OwnChange {
    var change = self
    change.patchText = String(decoding: try patch.readableJSON(), as: UTF8.self)
    return change
  }

  func called(_ number: Int) -> OwnChange {
    var change = self
    change.number = number
    return change
  }

  /// Whether it is a change that has come back: carrying makes another patch of it, and nothing else.
  func isSame(as change: SharedChange) -> Bool {
    number == change.name.number && nanosecondsSince1970 == change.time.nanosecondsSince1970
      && label.isWritten(as: change.label) && author.isWritten(as: change.author.rawValue)
  }
}

extension OwnChange: Described {
  static func describe(_ field: inout Fields<OwnChange>) {
    field("number", \.number)
    field("author", \.author)
    field("label", \.label)
    field("at", \.nanosecondsSince1970)
    field("patch", \.patchText)
  }
}
