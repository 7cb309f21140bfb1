import Foundation
import PersistentCollections
import StrataCore
import StrataStorage
import TestSupport
import Testing

@Suite("The files of a store that are links, or another user's")
struct StoreFilesTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("real/state.json")
    try FileManager.default.createDirectory(atPath: folder.file("real"), withIntermediateDirectories: false)
  }

  private func titles(at path: String) throws -> [String] {
    var options = OpeningOptions()
    options.access = .reading
    let opened = try DurableStore(at: path, undoing: \Shelf.books, startingWith: Shelf(), options: options)
    return opened.store.state.books.values.map(\.title)
  }

  private func add(_ titles: String..., at path: String) throws {
    let opened = try DurableStore(at: path, undoing: \Shelf.books, startingWith: Shelf())
    for title in titles { try opened.store.send(.add(title)) }
    try opened.close()
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.file("real")).sorted() }
  }

  @Test("Through a link the store is that of the file itself: its log and its lock stand beside that one")
  func links() throws {
    symlink("real/state.json", folder.file("link.json"))
    try add("One", at: path)
    try add("Two", at: folder.file("link.json"))
    try add("Three", at: path)
    #expect(try titles(at: folder.file("link.json")) == ["One", "Two", "Three"])
    #expect(folder.names == ["link.json", "real"])
    #expect(
      try names == [".state.json.lock", ".state.json.previous", "state.json", "state.json.log"]
    )
    // Opened by one name, it is in use by the other.
    let opened = try DurableStore(at: path, undoing: \Shelf.books, startingWith: Shelf())
    #expect(throws: LogError.inUse(path: folder.file("link.json"))) {
      try add("Four", at: folder.file("link.json"))
    }
    try opened.close()
    // A link that leads nowhere begins nothing.
    symlink("real/none.json", folder.file("dangling.json"))
    #expect(throws: StateFileError.self) { try add("One", at: folder.file("dangling.json")) }
    #expect(try names.count == 4)
  }

  @Test("A link in the log's place is no log; nothing that it leads to is written to")
  func linkedLog() throws {
    try add("One", at: path)
    try FileManager.default.moveItem(atPath: path + ".log", toPath: folder.file("log"))
    symlink(folder.file("log"), path + ".log")
    let log = try Data(contentsOf: URL(fileURLWithPath: folder.file("log")))
    #expect(throws: LogError.notAFile(path: path + ".log", kind: .link)) { try add("Two", at: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("log"))) == log)
  }

  @Test("A second name of a state keeps what it was: saving gives the first one a new file")
  func secondNames() throws {
    try add("One", at: path)
    let second = folder.file("second.json")
    link(path, second)
    let before = try Data(contentsOf: URL(fileURLWithPath: second))
    try add("Two", at: path)
    #expect(try Data(contentsOf: URL(fileURLWithPath: second)) == before)
    #expect(try titles(at: path) == ["One", "Two"])
    // By itself, it is a state of which the log is missing.
    #expect(try titles(at: second) == ["One"])
    // A second name of the log goes on as the log does, until that is written anew.
    link(path + ".log", folder.file("log"))
    try add("Three", at: path)
    #expect(try titles(at: path) == ["One", "Two", "Three"])
  }

  @Test(
    "In a folder that another user may only read, nothing is begun, changed or left; the store can be looked at",
    .enabled(if: geteuid() == 0, "only the superuser's tests can run a process of another user")
  )
  func otherUser() throws {
    let subject = RunningProgram.path(of: "SavingSubject")
    #expect(try RunningProgram(subject, ["log", path, "3"]).finish().status == 0)
    for name in try names { chmod(folder.file("real/" + name), 0o644) }
    let before = try names.map { try Data(contentsOf: URL(fileURLWithPath: folder.file("real/" + $0))) }
    for file in [path, folder.file("real/new.json")] {
      let end = try RunningProgram(subject, ["log", file, "1", "65534"]).finish()
      #expect(end.status == 1 && end.output == "" && end.errors.contains("(errno 13)"), "\(end)")
      #expect(
        try names.map { try Data(contentsOf: URL(fileURLWithPath: folder.file("real/" + $0))) } == before
      )
    }
    // A file of a user that the superuser changes stays that user's, with all that stands beside it.
    for name in try names { chown(folder.file("real/" + name), 65534, 65534) }
    chown(folder.file("real"), 65534, 65534)
    for user in [[], ["65534"], []] {
      let end = try RunningProgram(subject, ["log", path, "1"] + user).finish()
      #expect(end.status == 0, "\(end)")
    }
    for name in try names {
      let owner = try FileManager.default.attributesOfItem(atPath: folder.file("real/" + name))[
        .ownerAccountID
      ]
      #expect(owner as? Int == 65534, "\(name)")
    }
  }
}
