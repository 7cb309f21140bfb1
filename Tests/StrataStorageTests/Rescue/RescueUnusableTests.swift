import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("A repair that something else stands in the way of, and one that changes nothing")
struct RescueUnusableTests {
  private static let (path, previous) = (RescueTests.path, "/d/.shelf.json.previous")
  private let disk = SimulatedDisk()

  init() throws { try RescueTests.keepFourBooks(on: disk) }

  private func rescue(_ disk: SimulatedDisk, at path: String = path) throws -> Rescue<Shelf> {
    let undone = try UndonePart(\Shelf.books, with: \.session.selected)
    return Rescue(path, undoing: undone, startingWith: Shelf(), in: disk)
  }

  @Test("Something else in the place of the version before the state is none: the log alone is enough")
  func previous() throws {
    let intact = disk.image
    for kind in [FileKind.folder, .pipe, .socket, .device, .link] {
      for isInto in [false, true] {
        let disk = SimulatedDisk(intact)
        disk.put(kind, at: ".shelf.json.previous", target: "nowhere")
        disk.put(Array("hello".utf8), at: "shelf.json")
        let found = try #require(rescue(disk).check().first { $0.path == Self.previous })
        #expect(found.condition == .unusable && found.isSpare)
        #expect(found.sentence == "it is a \(kind.rawValue), not a version of the state: move it away")
        let told = try isInto ? rescue(disk).repair(into: "/d/other.json") : rescue(disk).repair()
        #expect(
          told.contains(
            "\(Self.previous) is a \(kind.rawValue), and no version of the state: it was not read."
          ),
          "\(told)"
        )
        let opened = try openShelf(on: disk, at: isInto ? "/d/other.json" : Self.path)
        #expect(opened.store.state.books.values.map(\.title) == ["One", "Two", "Three", "Four"])
        try opened.store.send(.add("Five"))
        try opened.close()
        if isInto { #expect(disk.image.bytes(of: Self.path) == Array("hello".utf8)) }
      }
    }
  }

  @Test("A repair that fails and changes nothing leaves nothing: no attempt adds a copy")
  func noCopies() throws {
    disk.put(Array("hello".utf8), at: "shelf.json")
    let image = disk.image
    let names = image.names(in: "/d")
    _ = try rescue(disk).repair()
    let calls = disk.operations.count
    var failures = 0
    for call in stride(from: 0, to: calls, by: Soak.stride(3)) {
      let disk = SimulatedDisk(image)
      disk.restart(failing: .init(call: call, error: SystemError(5)))
      guard (try? rescue(disk).repair()) == nil else { continue }
      failures += 1
      let changed = ["shelf.json", "shelf.json.log", ".shelf.json.previous"].contains {
        disk.image.bytes(of: "/d/" + $0) != image.bytes(of: "/d/" + $0)
      }
      let copies = disk.image.names(in: "/d").filter { $0.contains("quarantined") || $0.contains("aside") }
      // A file that was changed has a copy.
      if changed {
        #expect(copies.contains { disk.image.bytes(of: "/d/" + $0) == Array("hello".utf8) }, "call \(call)")
      } else if disk.operations[call].hasPrefix("remove") == false {
        #expect(copies.isEmpty, "call \(call), \(disk.operations[call]): \(copies)")
      }
    }
    #expect(failures > 20)
    // A full disk, again and again.
    let full = SimulatedDisk(image)
    let used = image.nodes.values.reduce(0) { $0 + ($1.kind == .file ? $1.bytes.count : 0) }
    full.contents.withLock { $0.capacity = used + 100 }
    for _ in 0..<3 { #expect(throws: StateFileError.self) { try rescue(full).repair() } }
    #expect(full.image.names(in: "/d") == names)
  }
}
