/// The place of a state file in a log: all changes up to this one are in the state.
package struct LogMark: Equatable, Sendable {
  /// The largest number that a line, a head or a mark may have: what has a larger one was damaged, or made by a stranger. No
  /// log comes near it, and counting on from it for as long as a program runs is safe.
  package static let lastNumber = Int.max / 2

  package var id: String
  package var sequence: Int
  /// The checksum of the line of that change, which says of which branch of the log the state is: a copy of it may have
  /// gone on otherwise. Nil where it is not known.
  package var line: Checksum?
  /// Whether the log may not have had all of these changes on the disk when the state was saved: elsewhere a log that ends
  /// before its state was damaged.
  package var isAhead: Bool
  /// The log whose place this one takes, empty for none, as long as this one is still to be made; nil for one that is
  /// there.
  package var instead: String?

  package init(
    id: String,
    sequence: Int,
    line: Checksum? = nil,
    isAhead: Bool = false,
    instead: String? = nil
  ) {
    (self.id, self.sequence, self.line) = (id, sequence, line)
    (self.isAhead, self.instead) = (isAhead, instead)
  }

  /// The words for it in the head of a state file.
  var words: String {
    let ahead = isAhead ? "\"ahead\":true," : ""
    let instead = instead.map { ",\"instead\":\"\($0)\"" } ?? ""
    let line = line.map { ",\"line\":\"\($0.digits)\"" } ?? ""
    return "{\(ahead)\"id\":\"\(id)\"\(instead)\(line),\"sequence\":\(sequence)}"
  }
}
