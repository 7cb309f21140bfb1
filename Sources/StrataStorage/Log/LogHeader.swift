import StrataCore

/// The content of the first line of a log.
///
///     {"base":4711,"id":"3f9ab1c2d4e5f607","line":11,"newest":14,
///     "pages":2,"parts":[["journal"]],"present":11,
///     "restored":["session","selection"],"saved":9,"schema":3,"shape":"0852897affcb93a0"}
///
/// In a log the JSON stands on one line; here it stands on three.
struct LogHeader: Equatable, Sendable {
  /// The log's name: a state file says to which log it belongs.
  var id: String
  /// The shape of the state, which the app decides.
  var schema: Int
  /// The description and the fields that decide how the steps can be read.
  var shape: LogShape
  /// The number of the last change before those that are in the log one by one.
  var base: Int
  /// The checksum of that change's line, in the log whose place this one took; nil where there was none.
  var baseLine: Checksum?
  /// The number of pages that follow: the history as it was at the base.
  var pages: Int
  /// The marks of these moments, such as the present moment.
  var marks: TimelineMarks

  /// The link to this line for the lines behind it, still without this line's checksum.
  var link: LogLink { LogLink(toLog: id) }

  /// A name for a log that is not there yet.
  static func newID() -> String { sixteenDigits(.random(in: .min ... .max)) }

  /// The most bytes that a header may have: what is longer was made by a stranger, and is not written either.
  static let sizeLimit = 1 << 16

  var json: [UInt8] {
    func number(_ number: Int) -> PlainValue { .integer(Int64(number)) }
    var head: PlainRecord = [
      "base": number(base), "id": .text(id), "line": number(marks.lineEnd.number),
      "newest": number(marks.newest.number), "pages": number(pages), "present": number(marks.present.number),
      "schema": number(schema),
    ]
    head["baseLine"] = baseLine.map { .text($0.digits) }
    head["saved"] = marks.saved.map { number($0.number) }
    // Undo goes on as it did, also where the moments that it went around were evicted.
    if marks.undoMayPassOver { head["around"] = .bool(true) }
    shape.write(in: &head)
    var json = JSONWriter()
    json.write(.record(head))
    return json.bytes
  }

  /// Reads the header of a log; nil for anything else.
  init?(_ json: some Collection<UInt8>) {
    guard json.count <= Self.sizeLimit else { return nil }
    guard case .record(let record)? = try? PlainValue(json: json), case .text(let id)? = record["id"] else {
      return nil
    }
    func number(_ name: String) -> Int? {
      guard case .integer(let number)? = record[name], (0...Int64(LogMark.lastNumber)).contains(number) else {
        return nil
      }
      return Int(number)
    }
    func moment(_ name: String) -> Moment.ID? { number(name).flatMap(Moment.ID.init(number:)) }
    guard let base = number("base"), let pages = number("pages"), pages > 0, let schema = number("schema"),
      schema > 0, let shape = LogShape(in: record), let present = moment("present"),
      let line = moment("line"), let newest = moment("newest"),
      (record["saved"] == nil) == (moment("saved") == nil)
    else { return nil }
    marks = TimelineMarks(
      present: present,
      lineEnd: line,
      saved: moment("saved"),
      newest: newest,
      undoMayPassOver: record["around"] == .bool(true)
    )
    (self.id, self.schema, self.shape, self.base, self.pages) = (id, schema, shape, base, pages)
    if case .text(let digits)? = record["baseLine"] { baseLine = Checksum(digits: digits) }
  }

  init(
    id: String,
    schema: Int,
    shape: LogShape,
    base: Int,
    baseLine: Checksum? = nil,
    pages: Int,
    marks: TimelineMarks
  ) {
    (self.id, self.schema, self.shape) = (id, schema, shape)
    (self.base, self.baseLine, self.pages, self.marks) = (base, baseLine, pages, marks)
  }
}
