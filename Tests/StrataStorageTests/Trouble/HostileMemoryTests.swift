import Foundation
import Measuring
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Memory that hostile files take", .serialized)
struct HostileMemoryTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("state.json")
  }

  /// How long the files are; more takes a release build.
  #if DEBUG
    static let size = Soak.isOn ? 20_000_000 : 500_000
  #else
    static let size = Soak.isOn ? 20_000_000 : 6_000_000
  #endif

  /// A text that is as long as the files are.
  private static func filled(_ piece: String, _ end: String = "") -> String {
    String(repeating: piece, count: size / piece.utf8.count) + end
  }

  private static func document(_ state: String, head: String = "", schema: Int = 1) -> String {
    "{\"format\":\"strata-state-1\",\(head)\"schema\":\(schema),\n\"state\":\(state)}\n"
  }

  /// Different names with a number each.
  private static func members(_ change: (Int) -> Int = { $0 }) -> String {
    (0..<size / 14).map { "\"k\(10_000_000 + change($0))\":0" }.joined(separator: ",")
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: @Sendable () -> String
    var kind = "described"

    init(_ name: String, kind: String = "described", _ text: @escaping @Sendable () -> String) {
      (testDescription, self.text, self.kind) = (name, text, kind)
    }
  }

  static let states: [Case] = [
    Case("a deep nest") { document(filled("[")) },
    Case("a deep nest in a field") { document("{\"lists\":" + filled("[")) },
    Case("a giant text") { document("{\"text\":\"\(filled("x"))\"}") },
    Case("a giant text of escapes") { document("{\"text\":\"\(filled("\\u0041"))\"}") },
    Case("a giant long text of escapes") { document("{\"note\":\"\(filled("\\u0041"))\"}") },
    Case("a text without an end") { document("{\"text\":\"\(filled("x"))") },
    Case("empty lists") { document("{\"lists\":[\(filled("[],", "[]"))]}") },
    Case("digits") { document("{\"numbers\":[\(filled("1,", "1"))]}") },
    Case("a giant number") { document("{\"numbers\":[\(filled("1"))]}") },
    Case("names in order") { document("{\"byName\":{\(members())}}") },
    Case("names out of order") { document("{\"byName\":{\(members { ($0 &* 7_919) % 9_999_991 })}}") },
    Case("entries") {
      document("{\"texts\":{\((0..<size / 12).map { "\"\($0)\":\"\"" }.joined(separator: ","))}}")
    },
    Case("empty lists where a text should be") { document("{\"text\":[\(filled("[],", "[]"))]}") },
    Case("empty records where a number should be") {
      document("{\"numbers\":[{\"a\":[\(filled("{},", "{}"))]}]}")
    },
    Case("names where a text should be") {
      document("{\"text\":{\(members { ($0 &* 7_919) % 9_999_991 })}}")
    },
    Case("names that all stand twice") {
      document("{\"text\":{\(members { ($0 &* 7_919) % (size / 28) })}}")
    },
    Case("a field that is not known") { document("{\"other\":[\(filled("[],", "[]"))]}") },
    Case("a format of empty lists") { "{\"format\":[\(filled("[],", "[]"))],\"schema\":1,\"state\":{}}" },
    Case("a log of empty lists") { document("{}", head: "\"log\":[\(filled("[],", "[]"))],") },
    Case("something else in the first line") { document("{}", head: "\"x\":[\(filled("[],", "[]"))],") },
    Case("names in the first line") { document("{}", head: members() + ",") },
    Case("names behind the state") {
      "{\"state\":{},\(members()),\"format\":\"strata-state-1\",\"schema\":1}"
    },
    Case("spaces") { filled(" ") },
    Case("zeroes") { filled("\0") },
    Case("letters") { filled("x") },
    Case("an older schema", kind: "older") { document("{\"lists\":[\(filled("[],", "[]"))]}") },
    Case("no description", kind: "undescribed") {
      document("{\"lists\":[\(filled("[],", "[]"))],\"text\":\"\"}")
    },
    Case("names without a description", kind: "undescribed") {
      document("{\"lists\":[],\"text\":\"\",\"other\":{\(members { ($0 &* 7_919) % 9_999_991 })}}")
    },
  ]

  /// Those that a usual run has; all are in the soak.
  static let usual: Set = [
    "a giant text of escapes", "names out of order", "empty lists where a text should be",
    "empty records where a number should be", "a format of empty lists", "names in the first line",
    "names where a text should be", "an older schema", "no description",
  ]

  @Test(
    "A state file of any kind takes at most twice its size beyond what is made of it",
    arguments: Soak.isOn ? states : states.filter { usual.contains($0.testDescription) }
  )
  func stateFiles(_ hostile: Case) throws {
    try folder.write(hostile.text(), to: "state.json")
    try check(hostile)
  }

  @Test("A line of an order takes at most twice its size beyond what is made of it")
  func line() throws {
    try folder.write(
      """
      {"position":2,"after":"1-1","at":0,"author":"","label":"Add","name":"1-2","version":1,\
      "patch":{"fields":{"text":{"new":"\(Self.filled("x"))","old":""}}}}
      """,
      to: "state.json"
    )
    try folder.write("{}", to: "state.json.small")
    try check(Case("a line of an order", kind: "line") { "" })
  }

  @Test("A change from another machine takes at most twice its size beyond what is made of it")
  func change() throws {
    // So long that what a process takes besides counts for little.
    func line(_ text: String) -> String {
      """
      {"position":1,"at":0,"author":"","label":"Write","name":"1-1","version":1,\
      "patch":{"fields":{"note":{"splice":["+\(text)"]}}}}
      """
    }
    try folder.write(line(String(repeating: "One more word. ", count: 300_000)), to: "state.json")
    try folder.write(line("One more word. "), to: "state.json.small")
    try check(Case("a change from another machine", kind: "change") { "" })
  }

  /// The log of a state, with changes whose JSON is given; its last line is cut off where that is asked for.
  private static func log(_ changes: [String], header: String = "", isCut: Bool = false) -> [UInt8] {
    let head = """
      {"base":0,"id":"0123456789abcdef","line":0,"newest":0,"pages":1,"parts":[[]],"present":0,"schema":1,\
      "shape":"0"\(header)}
      """
    let link = LogLink(toLog: "0123456789abcdef")
    let start = Moment.ID(number: 0).map {
      HistoryReplay($0, label: "", at: Timestamp(nanosecondsSince1970: 0))
    }
    var (bytes, checksum) = LogLine.write(.header, Array(head.utf8), after: LogLink())
    func add(_ kind: LogLine.Kind, _ payload: [UInt8]) {
      let line = LogLine.write(kind, payload, after: link.following(checksum))
      bytes += line.bytes
      checksum = line.1
    }
    add(.page(1), (try? start?.writtenPages().first?.pieces.bytes) ?? [])
    for (index, change) in changes.enumerated() {
      add(.change(index + 1, isSettled: true), Array(change.utf8))
    }
    if isCut { bytes.removeLast(10) }
    return bytes
  }

  private static func step(_ patch: String, label: String = "", gone: String = "") -> String {
    let gone = gone.isEmpty ? "" : "\"gone\":[\(gone)],"
    return "{\"after\":0,\"at\":0,\(gone)\"label\":\"\(label)\",\"moment\":1,\"patch\":\(patch)}"
  }

  private static func patch(_ field: String, _ old: String, _ new: String) -> String {
    "{\"fields\":{\"\(field)\":{\"new\":\(new),\"old\":\(old)}}}"
  }

  struct LogCase: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var bytes: @Sendable () -> [UInt8]

    init(_ name: String, _ bytes: @escaping @Sendable () -> [UInt8]) {
      (testDescription, self.bytes) = (name, bytes)
    }
  }

  static let logs: [LogCase] = [
    LogCase("a giant header") { log([], header: ",\"x\":[\(filled("[],", "[]"))]") },
    LogCase("a giant text") { log([step(patch("text", "\"\"", "\"\(filled("x"))\""))]) },
    LogCase("a giant text, cut off") {
      log([step(patch("text", "\"\"", "\"\(filled("x"))\""))], isCut: true)
    },
    LogCase("a giant label") { log([step("{}", label: filled("x"))]) },
    LogCase("moments that are gone") { log([step("{}", gone: filled("1234567,", "1"))]) },
    LogCase("letters") { filled("x").utf8 + [] },
    LogCase("ends of lines") { log([]) + filled("\n").utf8 },
    LogCase("small changes of nothing that undo knows") {
      log([String](repeating: "{\"patch\":{}}", count: size / 40))
    },
  ]

  @Test(
    "A log of any kind takes at most twice its size beyond what is made of it",
    arguments: Soak.isOn ? logs : Array(logs.prefix(3))
  )
  func logFiles(_ hostile: LogCase) throws {
    let head = "\"log\":{\"id\":\"0123456789abcdef\",\"sequence\":0},"
    try folder.write(Self.document("{}", head: head), to: "state.json")
    try folder.write(bytes: hostile.bytes(), to: "state.json.log")
    try check(Case(hostile.testDescription) { "" }, isLog: true)
  }

  @Test("Readers and writers refuse anything beyond memoryLimit, and a higher limit accepts it")
  func limit() throws {
    let disk = SimulatedDisk()
    let many = Shelf(session: Shelf.Session(lastID: 0, selected: Array(repeating: 1, count: 5_000)))
    let durable = try openShelf(on: disk) { $0.memoryLimit = 50_000 }
    let error = #expect(throws: LogError.self) { try durable.store.send(.select(many.session.selected)) }
    #expect("\(try #require(error))".contains("memoryLimit"))
    #expect(durable.store.state == Shelf())
    try durable.close()
    let roomy = try openShelf(on: disk)
    try roomy.store.send(.select(many.session.selected))
    try roomy.sync()
    let image = disk.image
    let refused = LogError.overMemory(path: "/d/shelf.json.log", limit: 50_000)
    for access in [OpeningOptions.Access.reading, .writing] {
      let killed = SimulatedDisk(image)
      #expect(throws: refused) {
        try openShelf(on: killed) { ($0.memoryLimit, $0.access) = (50_000, access) }
      }
      #expect(killed.image.bytes(of: "/d/shelf.json.log") == image.bytes(of: "/d/shelf.json.log"))
      #expect(try openShelf(on: killed) { $0.access = access }.store.state == many)
    }
    #expect("\(refused)".contains("Raise memoryLimit"))
    // A step that the state file has, too, is one of the history: to read it takes as much.
    for isSealed in [false, true] {
      let steps = SimulatedDisk()
      let writer = try openShelf(on: steps)
      try writer.store.send(.add(String(repeating: "x", count: 100_000)))
      if isSealed { _ = try writer.keeping?.saving.renew(writer.store) }
      try writer.close()
      for access in [OpeningOptions.Access.reading, .writing] {
        for damagedLog in [OpeningOptions.DamagedLog.refuse, .setAside] {
          #expect(throws: refused) {
            try openShelf(on: steps) {
              ($0.memoryLimit, $0.access, $0.damagedLog) = (50_000, access, damagedLog)
            }
          }
        }
      }
      let opened = try openShelf(on: steps)
      try opened.store.undo()
      #expect(opened.store.state.books.isEmpty)
      try opened.close()
    }
    // Opening a store also reads the restored part value that undo restores.
    let beside = SimulatedDisk()
    let besideWriter = try openShelf(on: beside)
    try besideWriter.store.send(.select(many.session.selected))
    try besideWriter.store.send(.add("Rain"))
    try besideWriter.store.send(.select([]))
    try besideWriter.close()
    for damagedLog in [OpeningOptions.DamagedLog.refuse, .setAside] {
      #expect(throws: refused) {
        try openShelf(on: beside) { ($0.memoryLimit, $0.damagedLog) = (50_000, damagedLog) }
      }
      #expect(try openShelf(on: beside) { $0.damagedLog = damagedLog }.report.history == .kept(moments: 2))
    }
    // A state that is migrated is a plain value in between.
    try StateFile<[Int]>(at: "/d/list.json", in: disk).save(Array(repeating: 1, count: 5_000))
    func list(_ limit: Int) -> StateFile<[Int]> {
      StateFile(at: "/d/list.json", migrations: [Migration { _ in }], memoryLimit: limit, in: disk)
    }
    #expect(throws: StateFileError.overMemory(path: "/d/list.json", limit: 50_000)) {
      try list(50_000).load()
    }
    #expect(try list(1 << 20).load()?.count == 5_000)
  }

  @Test("The estimated memory for reading a text is at most 40 times its length")
  func estimate() throws {
    for text in [
      "1", "[1,2,3]", "[[],[]]", "{\"a\":{\"b\":\"\(String(repeating: "x", count: 99))\"}}", "\"a\\\"b\"",
    ] {
      let bytes = Array(text.utf8)
      bytes.withBytes { json in
        #expect(PlainValue.isReadable(json, within: 40 * json.count))
        let least = (1...40 * json.count).first { PlainValue.isReadable(json, within: $0) } ?? 0
        for place in 0...json.count {
          let pieces = BytePieces(Array(json[..<place]), Array(json[place...]))
          #expect(PlainValue.isReadable(pieces, within: least))
          #expect(least == 1 || !PlainValue.isReadable(pieces, within: least - 1))
        }
        #expect(PlainValue.isReadable(json, within: 1) == (text == "1" || text.hasPrefix("\"")))
      }
    }
  }

  /// Opens what is there in a process of its own, and looks at how much memory it had.
  private func check(_ hostile: Case, isLog: Bool = false, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let size = try folder.names.reduce(0) { size, name in
      try size + (FileManager.default.attributesOfItem(atPath: folder.file(name))[.size] as? Int ?? 0)
    }
    let most = Self.most(size, isLog: isLog)
    // Other work on the machine can only raise the measured memory, so the smallest of three runs counts.
    var least: (beyond: Int, made: Int, words: String)?
    for _ in 0..<3 where least.map({ $0.beyond > most }) ?? true {
      let program = try RunningProgram(
        RunningProgram.path(of: "SavingSubject"),
        ["memory", path, hostile.kind]
      )
      let end = program.finish()
      let words = end.output.split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count == 3, let peak = Int(words[0]), let made = Int(words[1]) else {
        Issue.record("\(hostile.testDescription): \(end)", sourceLocation: sourceLocation)
        return
      }
      if least.map({ peak - made < $0.beyond }) ?? true { least = (peak - made, made, words[2]) }
    }
    let found = try #require(least)
    let ratio = Double(found.beyond) / Double(size)
    if Soak.isOn {
      print(
        "memory of \(hostile.testDescription): \(ratio), made \(found.made / size), \(found.words.prefix(90))"
      )
    }
    // The address sanitizer has a heap of its own, which keeps what was freed; the system counts nothing of it.
    if Heap.liveBytes == 0 { return }
    #expect(found.beyond <= most, "\(ratio): \(found.words)", sourceLocation: sourceLocation)
  }

  /// The most that a process may take to read so many bytes: what it touches for the first time besides is a megabyte or so,
  /// which depends on how the program is laid out.
  private static func most(_ size: Int, isLog: Bool) -> Int {
    2 * size + 1_600_000
  }
}
