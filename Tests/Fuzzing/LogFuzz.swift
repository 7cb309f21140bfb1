// The entry point for libFuzzer, which calls it with bytes of its invention; see .ci/fuzz.

@testable import StrataCore
@testable import StrataStorage

/// A file in memory, as much as reading a log takes.
private final class OneFile: FileSystem {
  let bytes: [UInt8]

  let user: UInt32 = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    from file: Descriptor,
    at offset: Int
  ) throws(SystemError) -> Int {
    let part = bytes.dropFirst(offset).prefix(buffer.count)
    buffer.copyBytes(from: part)
    return part.count
  }

  func openDirectory(_ path: String, from base: Descriptor?) throws(SystemError) -> Descriptor {
    throw .notFound
  }
  func names(in directory: Descriptor) throws(SystemError) -> [String] { [] }
  func target(of name: String, in directory: Descriptor) throws(SystemError) -> String? { throw .notFound }
  func status(of name: String, in directory: Descriptor) throws(SystemError) -> FileStatus { throw .notFound }
  func status(of file: Descriptor) throws(SystemError) -> FileStatus { throw .notFound }
  func open(_ name: String, in directory: Descriptor, for use: FileUse) throws(SystemError) -> Descriptor {
    throw .notFound
  }
  func lock(_ file: Descriptor) throws(SystemError) -> Bool { true }
  func unlock(_ file: Descriptor) {}
  func write(_ bytes: Bytes, to file: Descriptor) throws(SystemError) -> Int { 0 }
  func read(into buffer: UnsafeMutableRawBufferPointer, from file: Descriptor) throws(SystemError) -> Int {
    0
  }
  func data(in file: Descriptor, from offset: Int) throws(SystemError) -> Int? { offset }
  func truncate(_ file: Descriptor, to size: Int) throws(SystemError) {}
  func setOwner(_ owner: FileOwner, of file: Descriptor) throws(SystemError) {}
  func setMode(_ mode: UInt32, of file: Descriptor) throws(SystemError) {}
  func sync(_ descriptor: Descriptor) throws(SystemError) {}
  func close(_ descriptor: Descriptor) throws(SystemError) {}
  func makeFolder(_ name: String, in directory: Descriptor) throws(SystemError) {}
  func removeFolder(_ name: String, in directory: Descriptor) throws(SystemError) {}
  func link(_ name: String, to newName: String, in directory: Descriptor) throws(SystemError) {}
  func rename(_ name: String, to newName: String, in directory: Descriptor) throws(SystemError) {}
  func remove(_ name: String, in directory: Descriptor) throws(SystemError) {}
}

/// The state that the changes are about.
private struct Notes: Reducible, Described, Equatable {
  var texts: [Int: String] = [1: "A"]
  var count = 0

  mutating func reduce(_ text: String) { texts[texts.count] = text }

  static func describe(_ field: inout Fields<Notes>) {
    field("texts", \.texts)
    field("count", \.count)
  }
}

/// Reading any log ends with a state and a history in order, or with an error that names the problem.
///
/// Input that begins as a log does is read as it is. Of any other, each line is a change in JSON, or what comes before the
/// first of them a page, with a checksum that is right, so that what is behind the checksums is tried as well.
@_cdecl("LLVMFuzzerTestOneInput")
public func readAnyLog(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  let log = input.starts(with: LogLine.formatName.utf8) ? input : framed(input)
  let file = OneFile(log)
  guard let texts = PartFields([\Notes.texts], of: Notes.self) else {
    preconditionFailure("texts are described")
  }
  var replay = LogReplay(
    Notes(),
    at: LogMark(id: "0", sequence: 0),
    schema: 1,
    texts,
    memoryLimit: 1 << 26
  ) {
    state,
    patch throws(PatchError) in state = try state.applying(patch, .known)
  }
  let scanner = LogScanner(fileSystem: file, file: Descriptor(1), size: log.count)
  do {
    let end = try scanner.scan(&replay)
    precondition(end.offset <= log.count && end.sequence >= 0)
    precondition(
      end.damage != nil || end.offset == log.count || replay.misfit != nil,
      "Something was left unread"
    )
    if let history = replay.history {
      precondition(history.count > 0)
      goThrough(history, at: replay.state)
    }
  } catch is UnknownField {
    // A newer version of the app wrote it.
  } catch is MemoryLimitExceeded {
    // Repeated values take little room in a page, and much more in memory.
  } catch {
    preconditionFailure("Reading from memory fails with \(error)")
  }
  return 0
}

/// Goes back and forth over steps that may be anything: each is taken, or an error says why not.
private func goThrough(_ history: HistoryReplay, at state: Notes) {
  let domain = UndoDomain(undone: [.undone(\Notes.texts)])
  guard
    let store = try? Store(
      state,
      undoing: domain,
      VersionMaking(),
      replaying: history,
      keeping: .all,
      clock: { .now }
    )
  else { return }
  for moment in store.timeline.prefix(40) { try? store.jump(to: moment.id) }
  while (try? store.undo()) != nil {}
  while (try? store.redo()) != nil {}
  _ = try? store.recordedHistory.history.writtenPages()
}

private func framed(_ input: [UInt8]) -> [UInt8] {
  guard let first = Moment.ID(number: 0),
    let shape = LogShape(in: ["parts": .list([.list([])]), "shape": .text("")])
  else {
    return input
  }
  let lines = input.split(separator: UInt8(ascii: "\n"))
  let pages = lines.prefix { $0.first != UInt8(ascii: "{") }
  let last = pages.last.flatMap { page in
    try? page.withBytes { try WrittenPage(reading: $0, limit: 1 << 20) }.ids.last
  }
  let present = last ?? first
  let marks = TimelineMarks(present: present, lineEnd: present, saved: nil, newest: present)
  let header = LogHeader(id: "0", schema: 1, shape: shape, base: 0, pages: max(1, pages.count), marks: marks)
  var (log, checksum) = LogLine.write(.header, BytePieces(header.json), after: LogLink())
  func add(_ kind: LogLine.Kind, _ json: [UInt8]) {
    let (line, next) = LogLine.write(kind, BytePieces(json), after: header.link.following(checksum))
    (log, checksum) = (log + line, next)
  }
  let time = Timestamp(nanosecondsSince1970: 0)
  if pages.isEmpty {
    let start = try? HistoryReplay(first, label: "Start", at: time).writtenPages()
    add(.page(1), start?.first?.pieces.bytes ?? [])
  }
  for (number, page) in pages.enumerated() { add(.page(number + 1), Array(page)) }
  for (number, json) in lines.dropFirst(pages.count).enumerated() {
    add(.change(number + 1, isSettled: true), Array(json))
  }
  return log
}
