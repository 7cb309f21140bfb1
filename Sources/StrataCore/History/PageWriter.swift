/// Writes the records of a page.
struct PageWriter {
  private(set) var bytes: [UInt8] = []
  private var time: Int64 = 0
  private var label: [UInt8] = []
  private var author: [UInt8] = []
  private var note: [UInt8] = []
  private var ownChanges: [UInt8] = []
  private var step: [UInt8] = []
  /// The number of the next moment.
  private var number: UInt32

  init(first: UInt32) {
    number = first
  }

  mutating func writeGone(kind: UInt8) {
    bytes.append(kind)
    number += 1
  }

  mutating func write(kind: UInt8, _ entry: MomentPages.Entry, _ step: [UInt8]) {
    bytes.append(kind)
    let elapsed = entry.time.nanosecondsSince1970 &- time
    // The sign comes last, so that short times of either sign are short.
    bytes.appendGroups(of: UInt64(bitPattern: elapsed << 1 ^ elapsed >> 63))
    time = entry.time.nanosecondsSince1970
    Self.write(Array(entry.label.utf8), after: &label, to: &bytes)
    if let provenance = entry.provenance { write(provenance) }
    Self.write(step, after: &self.step, to: &bytes)
    number += 1
  }

  private mutating func write(_ provenance: Provenance) {
    let bits: [UInt8] = [
      provenance.origin.kind, provenance.note.isEmpty ? 0 : Moment.Origin.noteBit,
      provenance.ownChanges.isEmpty ? 0 : Moment.Origin.ownBit,
    ]
    bytes.append(bits.reduce(0, |))
    // What it is about came before it, and mostly not long ago.
    if let tip = provenance.origin.merges {
      bytes.appendGroups(of: UInt64(number - tip.raw))
    } else if provenance.origin.isComposed {
      let switches = provenance.origin.switches
      bytes.appendGroups(of: UInt64(switches.count))
      for one in switches {
        bytes.appendGroups(of: UInt64(number - one.moment.raw))
        bytes.appendGroups(of: UInt64((one.change ?? -1) + 1) << 1 | (one.isOn ? 1 : 0))
      }
    }
    Self.write(Array(provenance.author.rawValue.utf8), after: &author, to: &bytes)
    if !provenance.note.isEmpty { Self.write(provenance.note, after: &note, to: &bytes) }
    if !provenance.ownChanges.isEmpty { Self.write(provenance.ownChanges, after: &ownChanges, to: &bytes) }
  }

  private static func write(_ new: [UInt8], after old: inout [UInt8], to bytes: inout [UInt8]) {
    var shared = 0
    while shared < min(old.count, new.count), old[shared] == new[shared] { shared += 1 }
    let added = new.count - shared
    // Both mostly fit into one byte.
    bytes.append(UInt8(min(shared, 15)) << 4 | UInt8(min(added, 15)))
    if shared >= 15 { bytes.appendGroups(of: UInt64(shared - 15)) }
    if added >= 15 { bytes.appendGroups(of: UInt64(added - 15)) }
    bytes += new[shared...]
    old = new
  }

  /// Places in a log as few bytes.
  static func bytes(of places: [UInt64]) -> [UInt8] {
    var bytes: [UInt8] = []
    for place in places { bytes.appendGroups(of: place) }
    return bytes
  }
}

extension Moment.Origin {
  /// What it is in a page.
  var kind: UInt8 {
    switch self {
    case .sent: 0
    case .outside: 1
    case .undo: 2
    case .redo: 3
    case .switched: 4
    case .merge: 5
    }
  }

  /// What is added to it in a page where the app noted something, which follows the author.
  static let noteBit: UInt8 = 0x08

  /// What is added to it in a page where the step has changes of its own, which follow the note.
  static let ownBit: UInt8 = 0x10

  static func hasLink(kind: UInt8) -> Bool { kind == 5 }

  static func hasSwitches(kind: UInt8) -> Bool { 2...4 ~= kind }

  init(kind: UInt8, _ link: Moment.ID, _ switches: [StepSwitch]) {
    switch kind {
    case 1: self = .outside
    case 2: self = .undo(switches)
    case 3: self = .redo(switches)
    case 4: self = .switched(switches)
    case 5: self = .merge(of: link)
    default: self = .sent
    }
  }
}
