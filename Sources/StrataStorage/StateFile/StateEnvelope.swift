import Strata

/// The layout of a state file, format 1: a line for people and for finding out what it is, then the state.
///
///     {"format":"strata-state-1","checksums":"9af03c11 1a2b3c4d","schema":3,
///     "state":{…}}
///
/// The whole is one JSON object. The format is this package's, the schema is the app's. Where there is a log beside the
/// file, `"log":{"id":"3f9ab1c2d4e5f607","sequence":4711}` before the schema says which changes of it are in the state.
/// Files of earlier revisions have no checksums.
struct StateEnvelope<State: Codable & Sendable>: Sendable {
  static var format: Int { 1 }
  private static var formatName: String { "strata-state-" }

  let coding = StateCoding<State>()
  /// What leads from schema 1 to the present one.
  let migrations: [Migration]

  /// The shape of the state that this version of the app writes.
  var schema: Int { migrations.count + 1 }

  /// Returns a whole file.
  ///
  /// - Parameters:
  ///   - mark: Where the state stands in a log; nil where there is none.
  ///   - memory: What is known of the text of the version that was encoded last, and afterwards of this one.
  func encode(
    _ state: State,
    at mark: LogMark? = nil,
    remembering memory: TextMemory? = nil
  ) throws -> JSONPieces {
    try wrap(mark) { json in try coding.write(state, &json, memory) }
  }

  private func wrap(
    _ mark: LogMark? = nil,
    _ writeState: (inout JSONWriter) throws -> Void
  ) rethrows -> JSONPieces {
    var json = JSONWriter()
    try writeState(&json)
    let state = json.finish()
    let head = head(schema: schema, mark)
    let checksums = StateChecksums(of: state, head: head)
    var file = JSONWriter()
    file.append(words: "{\"format\":\"\(Self.formatName)\(Self.format)\",")
    file.append(words: "\"checksums\":\"\(checksums.text)\",\(head),\n\"state\":")
    // A small file is written in one go.
    if state.count < 1 << 16 {
      state.forEachPiece { file.append($0) }
      file.append(words: "}\n")
      return file.finish()
    }
    var text = file.finish()
    var end = JSONWriter()
    end.append(words: "}\n")
    text.append(state)
    text.append(end.finish())
    return text
  }

  /// What the first line says, save for the format and the checksums.
  private func head(schema: Int, _ mark: LogMark?) -> String {
    let log = mark.map { "\"log\":{\"id\":\"\($0.id)\",\"sequence\":\($0.sequence)}," } ?? ""
    return "\(log)\"schema\":\(schema)"
  }

  /// A whole file whose head was read.
  struct Opened {
    let tape: JSONTape
    /// Where the state is.
    let place: Int
    let schema: Int
    /// Where the state stands in a log.
    let mark: LogMark?
    /// The checksums; nil in a file of an earlier revision.
    let checksums: StateChecksums?
    /// Whether another hand has changed the state since it was saved.
    let isEdited: Bool
  }

  /// Makes a state of a whole file.
  ///
  /// - Parameter path: For errors.
  func decode(_ bytes: [UInt8], of path: String) throws(StateFileError) -> State {
    try decode(open(bytes, of: path), of: path)
  }

  /// Reads the head of a file.
  func open(_ bytes: [UInt8], of path: String) throws(StateFileError) -> Opened {
    guard bytes.contains(where: { $0 != 0 }) else { throw .blank(path: path, size: bytes.count) }
    let tape: JSONTape
    do throws(JSONError) {
      tape = try JSONTape(bytes)
    } catch {
      let place = TextPlace(line: error.line, column: error.column)
      throw .corrupt(path: path, reason: "\(error.reason)", place: place)
    }
    try checkFormat(tape, of: path)
    let (found, mark) = (try schema(in: tape, of: path), LogMark(in: tape))
    let checksums = try checksums(in: tape, of: path)
    if let checksums, !checksums.fits(head: head(schema: found, mark)) {
      throw .corrupt(path: path, reason: "its first line is not as it was saved", place: nil)
    }
    if found > schema { throw .newer(path: path, what: .schema, found: found, known: schema) }
    guard let place = tape.place(ofMember: "state") else {
      throw .corrupt(path: path, reason: "there is no 'state'", place: nil)
    }
    let isEdited = checksums.map { !$0.fitsState(in: bytes) } ?? false
    return Opened(
      tape: tape,
      place: place,
      schema: found,
      mark: mark,
      checksums: checksums,
      isEdited: isEdited
    )
  }

  /// Makes a state of a file whose head was read.
  func decode(_ opened: Opened, of path: String) throws(StateFileError) -> State {
    if opened.schema < schema {
      return try migrate(opened.tape.plain(at: opened.place), from: opened.schema, of: path)
    }
    do {
      return try coding.decode(opened.tape, opened.place)
    } catch let error as DecodingError {
      throw .corrupt(path: path, reason: error.sentence, place: error.place(in: opened.tape))
    } catch {
      throw .corrupt(path: path, reason: "\(error)", place: nil)
    }
  }

  private func checkFormat(_ tape: JSONTape, of path: String) throws(StateFileError) {
    guard let place = tape.place(ofMember: "format"), case .text(let name) = tape.plain(at: place),
      name.hasPrefix(Self.formatName), let found = Int(name.dropFirst(Self.formatName.count)), found > 0
    else {
      throw .corrupt(path: path, reason: "it does not begin as a state file does", place: nil)
    }
    if found > Self.format { throw .newer(path: path, what: .format, found: found, known: Self.format) }
  }

  private func schema(in tape: JSONTape, of path: String) throws(StateFileError) -> Int {
    guard let place = tape.place(ofMember: "schema"), case .integer(let number) = tape.plain(at: place),
      let found = Int(exactly: number), found > 0
    else {
      throw .corrupt(path: path, reason: "there is no number of a schema", place: nil)
    }
    return found
  }

  private func checksums(in tape: JSONTape, of path: String) throws(StateFileError) -> StateChecksums? {
    guard let place = tape.place(ofMember: "checksums") else { return nil }
    guard case .text(let text) = tape.plain(at: place), let checksums = StateChecksums(text) else {
      throw .corrupt(path: path, reason: "its checksums are none", place: nil)
    }
    return checksums
  }

  /// Makes a state of one that an older version wrote.
  func migrate(
    _ old: PlainValue,
    from found: Int,
    of path: String
  ) throws(StateFileError) -> State {
    var (plain, version) = (old, found)
    do {
      while version < schema {
        try migrations[version - 1].change(&plain)
        version += 1
      }
      guard let json = plain.json else { throw NumberNotFinite() }
      let tape = try JSONTape(wrap { writer in json.withUnsafeBufferPointer { writer.append($0) } }.bytes)
      guard let place = tape.place(ofMember: "state") else {
        preconditionFailure("The state was just put there")
      }
      return try coding.decode(tape, place)
    } catch let error as DecodingError {
      throw .notMigrated(path: path, from: found, reason: "afterwards: \(error.sentence)")
    } catch {
      let moment = version < schema ? "the step from \(version) to \(version + 1)" : "afterwards"
      throw .notMigrated(path: path, from: found, reason: "\(moment): \(error)")
    }
  }
}

extension LogMark {
  /// Reads what a file says of its log; nil when that makes no sense, and then it belongs to none.
  fileprivate init?(in tape: JSONTape) {
    guard let place = tape.place(ofMember: "log"), case .record(let record) = tape.plain(at: place),
      case .text(let id)? = record["id"], case .integer(let number)? = record["sequence"],
      let sequence = Int(exactly: number), sequence >= 0
    else { return nil }
    self.init(id: id, sequence: sequence)
  }
}

extension JSONWriter {
  fileprivate mutating func append(words: String) {
    var words = words
    words.withUTF8 { append($0) }
  }
}

extension DecodingError {
  private var context: Context {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: Context(codingPath: [], debugDescription: "\(self)")
    }
  }

  /// Where in the text it is; nil when it was not said, as Foundation does not for a number that does not fit.
  fileprivate func place(in tape: JSONTape) -> TextPlace? {
    guard !context.codingPath.isEmpty else { return nil }
    let (line, column) = tape.position(at: context.codingPath)
    return TextPlace(line: line, column: column)
  }

  /// What is wrong, and where among the fields.
  fileprivate var sentence: String {
    let names = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    var reason = context.debugDescription
    if case .keyNotFound(let key, _) = self { reason = "there is no '\(key.stringValue)'" }
    return names.isEmpty ? reason : "\(names.joined(separator: " / ")): \(reason)"
  }
}
