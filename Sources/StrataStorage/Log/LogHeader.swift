import Strata

/// What the first line of a log says.
///
///     {"base":4711,"id":"3f9ab1c2d4e5f607","kept":12,"line":11,"newest":14,"present":11,"saved":9,"schema":3}
struct LogHeader: Equatable, Sendable {
  /// The log's name: a state file says to which log it belongs.
  var id: String
  /// The shape of the state, which the app decides.
  var schema: Int
  /// The fingerprint of the description by which the state was written; nil in logs of earlier revisions.
  var shape: String?
  /// The number of the last change before those that are in the log one by one.
  var base: Int
  /// The number of moments that follow, with what led to each: the history as it was at the base.
  var kept: Int
  /// Which of these moments meant something.
  var marks: TimelineMarks

  /// A name for a log that is not there yet.
  static func newID() -> String { sixteenDigits(.random(in: .min ... .max)) }

  var json: [UInt8] {
    var json = JSONWriter()
    json.beginRecord()
    json.writeName("base")
    json.write(Int64(base))
    json.writeName("id")
    json.write(id)
    var numbers = [
      ("kept", kept), ("line", marks.lineEnd.number), ("newest", marks.newest.number),
      ("present", marks.present.number),
    ]
    if let saved = marks.saved { numbers.append(("saved", saved.number)) }
    numbers.append(("schema", schema))
    for (name, number) in numbers {
      json.writeName(name)
      json.write(Int64(number))
    }
    if let shape {
      json.writeName("shape")
      json.write(shape)
    }
    json.endRecord()
    return json.bytes
  }

  /// Reads a header; nil for anything else.
  init?(_ json: some Collection<UInt8>) {
    // What is longer was made by a stranger.
    guard json.count <= 4_096 else { return nil }
    guard case .record(let record)? = try? PlainValue(json: json), case .text(let id)? = record["id"] else {
      return nil
    }
    func number(_ name: String) -> Int? {
      guard case .integer(let number)? = record[name], number >= 0 else { return nil }
      return Int(exactly: number)
    }
    func moment(_ name: String) -> Moment.ID? { number(name).flatMap(Moment.ID.init(number:)) }
    guard let base = number("base"), let kept = number("kept"), kept > 0, let schema = number("schema"),
      schema > 0, let present = moment("present"), let line = moment("line"), let newest = moment("newest"),
      (record["saved"] == nil) == (moment("saved") == nil)
    else { return nil }
    marks = TimelineMarks(present: present, lineEnd: line, saved: moment("saved"), newest: newest)
    (self.id, self.schema, self.base, self.kept) = (id, schema, base, kept)
    if case .text(let text)? = record["shape"] { shape = text }
  }

  init(id: String, schema: Int, shape: String?, base: Int, kept: Int, marks: TimelineMarks) {
    (self.id, self.schema, self.shape) = (id, schema, shape)
    (self.base, self.kept, self.marks) = (base, kept, marks)
  }
}
