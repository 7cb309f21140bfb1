import StrataCore

/// The layout of a state file, format 1: a line for people and for finding out what it is, then the state.
///
///     {"format":"strata-state-1","checksums":"9af03c11 1a2b3c4d","schema":3,"shape":"91ab03c4d5e6f708",
///     "state":{…}}
///
/// The whole is one JSON object. The format is this package's, the schema is the app's, the shape is the fingerprint of
/// the state's description. Where there is a log beside the file, `"log":{"id":"3f9ab1c2d4e5f607","sequence":4711}`
/// before the schema says which changes of it are in the state. A state without a description has no shape. Of a file
/// whose checksums were taken out, the log beside it says what it was.
struct StateEnvelope<State: Codable & Sendable>: Sendable {
  static var format: Int { 1 }
  private static var formatName: String { "strata-state-" }

  let coding = StateCoding<State>()
  /// The steps from schema 1 to the present schema.
  let migrations: [Migration]
  /// How many bytes of memory reading may take beyond the file and the state.
  let memoryLimit: Int
  /// Whether a state of a later schema is read, too: without its types, as it is written.
  var readsEverySchema = false

  /// The shape of the state that this version of the app writes.
  var schema: Int { migrations.count + 1 }

  /// Returns a whole file.
  ///
  /// - Parameter mark: The place of the state in a log; nil where there is none.
  func encode(_ state: State, at mark: LogMark? = nil) throws -> BytePieces {
    if let error = coding.descriptionError { throw error }
    // Of a state that belongs to a log, every leaf was shown to come back when it was changed.
    var json = JSONWriter(checksLeaves: mark == nil || mark?.sequence == 0)
    try coding.write(state, &json)
    let state = json.finish()
    let head = head(schema: schema, shape: coding.fingerprint, mark)
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

  /// Returns the members of the first line, save for the format and the checksums.
  private func head(schema: Int, shape: String?, _ mark: LogMark?) -> String {
    let log = mark.map { "\"log\":\($0.words)," } ?? ""
    let shape = shape.map { ",\"shape\":\"\($0)\"" } ?? ""
    return "\(log)\"schema\":\(schema)\(shape)"
  }

  /// A file whose head was read.
  struct Opened {
    let bytes: [UInt8]
    /// The offset of the state.
    fileprivate let place: Int
    /// The names of what was read, none of which may come again; nil when everything was, to the end of the file.
    fileprivate let names: Set<String>?
    let schema: Int
    /// The fingerprint of the description that the state was written by; nil for one without a description.
    let shape: String?
    /// The place of the state in a log; nil where there is none.
    let mark: LogMark?
    /// The checksums; nil where they were taken out.
    let checksums: StateChecksums?
    /// Whether another hand has changed the state since it was saved.
    let isEdited: Bool
  }

  /// Whether a state is to the byte what was saved.
  func isAsSaved(_ opened: Opened) -> Bool {
    opened.checksums != nil && !opened.isEdited && opened.schema == schema
  }

  /// Makes a state of a whole file.
  ///
  /// - Parameter path: For errors.
  func decode(_ bytes: [UInt8], of path: String) throws(StateFileError) -> State {
    let opened = try open(bytes, of: path)
    var state = try decode(opened, of: path)
    _ = try applyRules(to: &state, asSaved: isAsSaved(opened), of: path)
    return state
  }

  /// Lets the rules of a state that was read repair or refuse it.
  ///
  /// A rule does not take away a state that the app has had and saved: the state stays as it was saved.
  ///
  /// - Parameter isAsSaved: Whether it is to the byte what was saved.
  /// - Returns: Why a rule would refuse what was saved; nil where none does.
  func applyRules(
    to state: inout State,
    asSaved isAsSaved: Bool,
    of path: String
  ) throws(StateFileError) -> String? {
    var checked = state
    do {
      try coding.applyRules(&checked)
      state = checked
      return nil
    } catch {
      if isAsSaved { return "\(error)" }
      throw .corrupt(path: path, reason: "\(error)", place: nil)
    }
  }

  /// Reads the head of a file.
  func open(_ bytes: [UInt8], of path: String) throws(StateFileError) -> Opened {
    if let error = coding.descriptionError { throw .undescribed(path: path, reason: error) }
    guard bytes.contains(where: { $0 != 0 }) else { throw .blank(path: path, size: bytes.count) }
    let head = try reading(bytes, of: path) { json in try StateHead(&json) }
    let format = try format(head.members["format"], of: path)
    if format > Self.format {
      // A newer format's checksums cover its number: where these are right without it, the number is what is damaged.
      guard hasChecksum(head) else {
        throw .newer(path: path, what: .format, found: format, known: Self.format)
      }
      throw .corrupt(path: path, reason: "the number of its format is not as it was saved", place: nil)
    }
    let found = try schema(head.members["schema"], of: path)
    if head.members["log"].map(LogMark.isOutOfRange) ?? false {
      throw .corrupt(path: path, reason: "no log has a change of the number that it names", place: nil)
    }
    let mark = head.members["log"].flatMap(LogMark.init)
    let shape = shape(in: head)
    let checksums = try checksums(head.members["checksums"], of: path)
    if let checksums, !checksums.fits(head: self.head(schema: found, shape: shape, mark)) {
      throw .corrupt(path: path, reason: "its first line is not as it was saved", place: nil)
    }
    if found > schema, !readsEverySchema {
      throw .newer(path: path, what: .schema, found: found, known: schema)
    }
    guard let place = head.statePlace else {
      throw .corrupt(path: path, reason: "there is no 'state'", place: nil)
    }
    return Opened(
      bytes: bytes,
      place: place,
      names: head.isWhole ? nil : Set(head.members.keys),
      schema: found,
      shape: shape,
      mark: mark,
      checksums: checksums,
      isEdited: checksums.map { !$0.fitsState(in: bytes) } ?? (mark != nil)
    )
  }

  /// Makes a state of what comes next.
  private func made(_ json: inout JSONReader, asSaved isAsSaved: Bool) throws -> State {
    json.isAsSaved = isAsSaved
    return try coding.read(&json)
  }

  /// Makes a state of a file whose head was read, whatever its rules say.
  func decode(_ opened: Opened, of path: String) throws(StateFileError) -> State {
    if opened.schema < schema { return try migrate(plain(opened, of: path), from: opened.schema, of: path) }
    // Foundation's decoder makes of the whole file what a plain value is made of, too.
    if coding.fingerprint == nil { try checkMemory(opened, of: path) }
    do throws(StateFileError) {
      let isAsSaved = isAsSaved(opened)
      return try reading(opened, of: path) { json in try made(&json, asSaved: isAsSaved) }
    } catch .corrupt(_, let reason, let place) where isAsSaved(opened) && coding.fingerprint != nil {
      let place = place.map { "\($0): " } ?? ""
      throw .notMigrated(path: path, from: schema, reason: place + reason)
    }
  }

  /// The state of a file whose head was read, without its type.
  func plain(_ opened: Opened, of path: String) throws(StateFileError) -> PlainValue {
    try checkMemory(opened, of: path)
    return try reading(opened, of: path) { json in try json.plain() }
  }

  private func checkMemory(_ opened: Opened, of path: String) throws(StateFileError) {
    let isWithin = opened.bytes.withBytes { PlainValue.isReadable($0, within: memoryLimit) }
    if !isWithin { throw .overMemory(path: path, limit: memoryLimit) }
  }

  /// Reads the state of a file by `body`, and sees to it that what follows is in order.
  private func reading<Result>(
    _ opened: Opened,
    of path: String,
    _ body: (inout JSONReader) throws -> Result
  ) throws(StateFileError) -> Result {
    try reading(opened.bytes, of: path) { json in
      json.resume(at: opened.place)
      let result: Result
      do {
        result = try body(&json)
      } catch let error as PatchError {
        json.note(misfit: opened.place)
        let error = error.inside(.field("state"))
        // A name that another hand than this package's has written is no sign of a newer version.
        if opened.isEdited, case .noField = error.reason { throw UnknownName(description: "\(error)") }
        throw error
      }
      guard var names = opened.names else { return result }
      var isFirst = false
      while try json.next(in: .record, isFirst: &isFirst) {
        let name = json.string(try json.name())
        guard name != "state", names.insert(name).inserted else { throw DuplicateName(name: name) }
        guard names.count <= StateHead.mostMembers else { throw TooManyNames() }
        try json.skip()
      }
      try json.finish()
      return result
    }
  }

  private func reading<Result>(
    _ bytes: [UInt8],
    of path: String,
    _ body: (inout JSONReader) throws -> Result
  ) throws(StateFileError) -> Result {
    let result: Swift.Result<Result, StateFileError> = bytes.withBytes { text in
      Swift.Result { () throws(StateFileError) in
        var json: JSONReader
        do throws(PatchError) {
          json = try JSONReader(text, isFile: true)
        } catch {
          throw error.inFile(path, place: nil)
        }
        let start = json
        do {
          return try body(&json)
        } catch let error as PatchError {
          throw error.inFile(path, place: json.misfit.map { TextPlace(json.lineAndColumn(of: $0)) })
        } catch let error as UnknownName {
          let place = json.misfit.map { TextPlace(json.lineAndColumn(of: $0)) }
          throw .corrupt(path: path, reason: error.description, place: place)
        } catch let error as DecodingError {
          throw .corrupt(path: path, reason: error.sentence, place: error.place(in: start))
        } catch {
          throw .corrupt(path: path, reason: "\(error)", place: nil)
        }
      }
    }
    return try result.get()
  }

  private func format(_ format: PlainValue?, of path: String) throws(StateFileError) -> Int {
    guard case .text(let name)? = format, name.hasPrefix(Self.formatName),
      let found = Int(name.dropFirst(Self.formatName.count)), found > 0
    else {
      throw .corrupt(path: path, reason: "it does not begin as a state file does", place: nil)
    }
    return found
  }

  /// Whether the first line has the checksum that this format gives it.
  private func hasChecksum(_ head: StateHead) -> Bool {
    guard let schema = try? schema(head.members["schema"], of: ""),
      let checksums = try? checksums(head.members["checksums"], of: "")
    else { return false }
    let mark = head.members["log"].flatMap(LogMark.init)
    return checksums.fits(head: self.head(schema: schema, shape: shape(in: head), mark))
  }

  private func shape(in head: StateHead) -> String? {
    if case .text(let text)? = head.members["shape"] { text } else { nil }
  }

  private func schema(_ number: PlainValue?, of path: String) throws(StateFileError) -> Int {
    guard case .integer(let number)? = number, let found = Int(exactly: number), found > 0 else {
      throw .corrupt(path: path, reason: "there is no number of a schema", place: nil)
    }
    return found
  }

  private func checksums(_ plain: PlainValue?, of path: String) throws(StateFileError) -> StateChecksums? {
    guard let plain else { return nil }
    guard case .text(let text) = plain, let checksums = StateChecksums(text) else {
      throw .corrupt(path: path, reason: "its checksums are none", place: nil)
    }
    return checksums
  }

  /// Makes a state of one that an older version wrote, whatever its rules say.
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
      guard plain.nesting <= jsonDepthLimit else { throw PatchError(.tooDeep(limit: jsonDepthLimit)) }
      return try plain.json.withBytes { text in
        var json = try JSONReader(text)
        do {
          return try made(&json, asSaved: found == schema)
        } catch let error as PatchError {
          throw error.inside(.field("state"))
        }
      }
    } catch let error as DecodingError {
      throw .notMigrated(path: path, from: found, reason: "afterwards: \(error.sentence)")
    } catch {
      let moment = version < schema ? "the step from \(version) to \(version + 1)" : "afterwards"
      throw .notMigrated(path: path, from: found, reason: "\(moment): \(error)")
    }
  }
}

/// A name stands in an edited state that its description does not know.
private struct UnknownName: Error {
  let description: String
}

extension JSONWriter {
  fileprivate mutating func append(words: String) {
    var words = words
    words.withUTF8 { append(Bytes($0)) }
  }
}
