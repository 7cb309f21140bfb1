import Foundation
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("A folder that is a document")
struct DocumentFolderTests {
  @Test("It is made where it is missing, has all files, and nothing is made beside it")
  func making() throws {
    let folder = try TemporaryFolder()
    var options = OpeningOptions()
    options.isFolder = true
    for slash in ["", "/"] {
      let path = folder.file("Shelf.books") + slash
      let opened = try DurableStore(at: path, undoing: \Shelf.books, startingWith: Shelf(), options: options)
      try opened.store.send(.add("A"))
      #expect(throws: LogError.self) {
        try DurableStore(at: path, undoing: \Shelf.books, startingWith: Shelf(), options: options)
      }
      try opened.close()
      #expect(opened.path == folder.file("Shelf.books") + "/state.json")
    }
    #expect(folder.names == ["Shelf.books"])
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("Shelf.books")).sorted()
    #expect(files == [".state.json.lock", ".state.json.previous", "state.json", "state.json.log"])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("Shelf.books"))
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    options.access = .reading
    let reader = try DurableStore(
      at: folder.file("Shelf.books"),
      undoing: \Shelf.books,
      startingWith: Shelf(),
      options: options
    )
    #expect(reader.store.state.books.count == 2 && reader.store.canUndo)
  }

  @Test("A reader makes none; a file in its place, or no folder above it, is an error")
  func refused() throws {
    let disk = SimulatedDisk()
    disk.put([], at: "file")
    let reader = try openShelf(on: disk, at: "/d/doc") { ($0.isFolder, $0.access) = (true, .reading) }
    #expect(reader.report.history == .begun)
    for path in ["/d/file", "/d/none/doc"] {
      #expect(throws: StateFileError.self) { try openShelf(on: disk, at: path) { $0.isFolder = true } }
    }
    #expect(disk.image.names(in: "/d") == ["file"])
  }

  @Test("A power cut at any call of its making: what was acknowledged is there, or a new one begins")
  func powerCuts() throws {
    let disk = SimulatedDisk(remembering: true)
    let opened = try openShelf(on: disk, at: "/d/doc") { $0.isFolder = true }
    try opened.store.send(.add("A"))
    disk.mark()
    try opened.close()
    var cuts = PowerCuts()
    cuts.cut(disk) { crash, marks in
      do {
        let again = try openShelf(on: SimulatedDisk(crash), at: "/d/doc") { $0.isFolder = true }
        return marks == 0 || again.store.state.books.count == 1 ? nil : "it is lost"
      } catch {
        return "\(error)"
      }
    }
    #expect(cuts.complaints == [] && cuts.states > 30)
    Soak.count(.cut, cuts.states)
  }

  @Test("A document that is refused leaves no folder; one that was there before stays")
  func nothingLeft() throws {
    let disk = SimulatedDisk()
    for isThere in [false, true] {
      if isThere { disk.put(.folder, at: "doc") }
      #expect(throws: StateFileError.self) {
        try openShelf(on: disk, at: "/d/doc") { ($0.isFolder, $0.sizeLimit) = (true, 10) }
      }
      #expect(disk.image.names(in: "/d/doc") == [])
      #expect(disk.image.names(in: "/d") == (isThere ? ["doc"] : []))
    }
  }

  @Test("Its owner can open it, whatever the process's mask takes away")
  func mask() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("Rain.diary")
    let subject = RunningProgram.path(of: "SavingSubject")
    for _ in 0..<2 {
      let end = try RunningProgram(
        "/bin/sh",
        ["-c", "umask 0777; exec \"$0\" folder \"$1\" 2", subject, path]
      )
      .finish()
      #expect(end.status == 0, "\(end)")
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }
}
