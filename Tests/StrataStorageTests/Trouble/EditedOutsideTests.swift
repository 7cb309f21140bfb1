import Foundation
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("A state file that was edited outside, or damaged")
struct EditedOutsideTests {
  static let (path, log, previous) = ("/d/shelf.json", "/d/shelf.json.log", "/d/.shelf.json.previous")

  /// Three books, of which the state file has two or all; the process has ended without a word, or closed.
  private func left(closing isClosed: Bool, on disk: SimulatedDisk = SimulatedDisk()) throws -> SimulatedDisk
  {
    let clock = ManualClock()
    let durable = try openShelf(on: disk, clock: clock)
    for title in ["One", "Two"] {
      try durable.store.send(.add(title))
      clock.pass(.seconds(60))
      try durable.flush()
    }
    try durable.store.send(.add("Three"))
    clock.pass(.seconds(60))
    try durable.store.send(.rename(2, "Second"))
    if isClosed { try durable.close() }
    return disk
  }

  /// The disk with a text in the place of another one in a file.
  private func edited(
    _ disk: SimulatedDisk,
    _ old: String,
    _ new: String,
    in path: String = path
  ) throws -> SimulatedDisk {
    let text = String(decoding: try #require(disk.image.bytes(of: path)), as: UTF8.self)
    #expect(text.contains(old))
    let copy = SimulatedDisk(disk.image)
    let name = try #require(path.split(separator: "/").last.map(String.init))
    copy.put(Array(text.replacing(old, with: new).utf8), at: name)
    return copy
  }

  private func titles(_ durable: DurableStore<Shelf>) -> [String] {
    durable.store.state.books.values.map(\.title)
  }

  @Test("It is a step, which is undone and redone like any other, and is reported once")
  func step() throws {
    for access in [OpeningOptions.Access.writing, .reading] {
      let disk = try edited(left(closing: true), "\"Second\"", "\"By hand\"")
      let opened = try openShelf(on: disk) { $0.access = access }
      #expect(opened.report.isEditedOutside && opened.report.history == .kept(moments: 5))
      #expect(titles(opened) == ["One", "By hand", "Three"])
      #expect(opened.store.historyStatus.undoLabel == "Edited outside")
      guard access == .writing else { continue }
      try opened.store.undo()
      #expect(titles(opened) == ["One", "Second", "Three"])
      try opened.store.undo()
      try opened.store.undo()
      #expect(titles(opened) == ["One", "Two"])
      try opened.store.jump(to: try #require(opened.store.timeline.ids.last))
      #expect(titles(opened) == ["One", "By hand", "Three"])
      let before = Remembered(opened.store)
      try opened.close()
      let again = try openShelf(on: disk)
      #expect(!again.report.isEditedOutside && again.report.history == .kept(moments: 6))
      #expect(Remembered(again.store) == before)
    }
  }

  @Test(
    "A log that was cut off before a state that was edited: refused, and set aside, what was edited is kept"
  )
  func cutOff() throws {
    let disk = try edited(left(closing: true), "\"Second\"", "\"By hand\"")
    disk.overwrite("shelf.json.log") { log in
      log = log.logLines.prefix(4).flatMap { Array($0) + [0x0A] }
    }
    let error = #expect(throws: LogError.self) { try openShelf(on: disk) }
    guard case .editedOutside? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let copy = SimulatedDisk(disk.image)
    let opened = try openShelf(on: copy) { $0.damagedLog = .setAside }
    #expect(titles(opened) == ["One", "By hand", "Three"])
    #expect(opened.report.isCutOff && opened.report.isEditedOutside)
    opened.abandon()
    let undone = try UndonePart(\Shelf.books, with: \.session.selected)
    let told = try Rescue(Self.path, undoing: undone, startingWith: Shelf(), in: disk).repair()
    #expect(told.contains { $0.contains("is gone, if there was anything") }, "\(told)")
    #expect(titles(try openShelf(on: disk)) == ["One", "By hand", "Three"])
  }

  @Test("Later changes of the log that fit are made on what was edited; the edit is the last step")
  func fitting() throws {
    let disk = try edited(left(closing: false), "\"One\"", "\"First\"")
    let opened = try openShelf(on: disk)
    #expect(opened.report.isEditedOutside && titles(opened) == ["First", "Second", "Three"])
    try opened.store.undo()
    #expect(titles(opened) == ["One", "Second", "Three"])
    try opened.store.undo()
    #expect(titles(opened) == ["One", "Two", "Three"])
    let before = Remembered(opened.store)
    try opened.close()
    #expect(Remembered(try openShelf(on: disk).store) == before)
  }

  @Test("Later changes that do not fit are an error with choices, and nothing is touched")
  func unfitting() throws {
    let disk = try edited(left(closing: false), "\"Two\"", "\"By hand\"")
    let files = [Self.path, Self.log].map { disk.image.bytes(of: $0) }
    let error = #expect(throws: LogError.self) { try openShelf(on: disk) }
    guard case .editedOutside(Self.path, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect([Self.path, Self.log].map { disk.image.bytes(of: $0) } == files)
    // One choice: what was edited, without what does not fit.
    let copy = SimulatedDisk(disk.image)
    let opened = try openShelf(on: copy) { $0.damagedLog = .setAside }
    #expect(opened.report.isEditedOutside && titles(opened) == ["One", "By hand", "Three"])
    #expect(copy.image.bytes(of: Self.log + ".aside-1") == files[1])
    // The other: the version before, with all later changes.
    _ = try StateFile<Shelf>(at: Self.path, in: disk).restorePreviousVersion()
    let restored = try openShelf(on: disk)
    #expect(!restored.report.isEditedOutside && titles(restored) == ["One", "Second", "Three"])
  }

  @Test("Without a previous version, the edited state is kept and begins a new history")
  func withoutPrevious() throws {
    let disk = try edited(left(closing: true), "\"Second\"", "\"By hand\"")
    disk.lose(".shelf.json.previous")
    let opened = try openShelf(on: disk)
    #expect(opened.report.isEditedOutside && opened.report.history == .dropped(.edited))
    #expect(titles(opened) == ["One", "By hand", "Three"] && !opened.store.canUndo)
    #expect(disk.image.bytes(of: Self.log + ".aside-1") != nil)
  }

  @Test("A previous version that leads elsewhere, or was edited, too, is not what the file was before")
  func otherPrevious() throws {
    for (old, new) in [("\"Two\"", "\"2\""), ("\"sequence\":2", "\"sequence\":1")] {
      let once = try edited(left(closing: true), "\"Second\"", "\"By hand\"")
      let disk = try edited(once, old, new, in: Self.previous)
      if new.contains("sequence") {
        // As if another program had written it, and not as it was.
        let file = StateFile<Shelf>(at: "/d/other.json", in: disk)
        let bytes = try #require(disk.image.bytes(of: Self.path))
        let (state, mark) = (try file.envelope.decode(bytes, of: ""), try #require(LogMark(inFile: bytes)))
        let other = try file.encoded(state, at: LogMark(id: mark.id, sequence: 4)).bytes
        disk.put(other, at: ".shelf.json.previous")
      }
      let opened = try openShelf(on: disk)
      #expect(opened.report.history == .dropped(.edited) && titles(opened) == ["One", "By hand", "Three"])
    }
  }

  @Test("Spacing is no step: the history goes on as it was")
  func spacing() throws {
    let disk = try edited(left(closing: true), "\"books\":", "\"books\" :\n  ")
    let opened = try openShelf(on: disk)
    #expect(opened.report.isEditedOutside && opened.report.history == .kept(moments: 5))
    #expect(titles(opened) == ["One", "Second", "Three"] && opened.store.historyStatus.undoLabel == "Rename")
    let before = Remembered(opened.store)
    try opened.close()
    #expect(Remembered(try openShelf(on: disk).store) == before)
    // Also where the whole file was laid out anew.
    let whole = try edited(try edited(disk, ",", ",\n  "), "\n\"state\"", "\"state\"")
    #expect(Remembered(try openShelf(on: whole).store) == before)
  }

  @Test("Any bit of the first line that is flipped: an error, or all that was acknowledged")
  func firstLine() throws {
    let disk = try left(closing: false)
    let before = Remembered(try openShelf(on: SimulatedDisk(disk.image)).store)
    let bytes = try #require(disk.image.bytes(of: Self.path))
    let end = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
    var refused = 0
    for index in 0..<end {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        let copy = SimulatedDisk(disk.image)
        copy.put(damaged, at: "shelf.json")
        do {
          #expect(Remembered(try openShelf(on: copy).store) == before, "bit \(bit) of byte \(index)")
        } catch is StateFileError {
          refused += 1
        }
      }
    }
    // The few that are not refused are in the name of the checksums: the state is what the log says.
    #expect(refused > end * 7)
    Soak.count(.damage, end * 8)
  }

  @Test("Any bit of the state that is flipped: an error, or it is reported")
  func state() throws {
    var (refused, reported) = (0, 0)
    for isClosed in [true, false] {
      let disk = try left(closing: isClosed)
      let bytes = try #require(disk.image.bytes(of: Self.path))
      let start = try #require(bytes.firstIndex(of: UInt8(ascii: "\n"))) + 1
      let intact = try #require(try StateFile<Shelf>(at: Self.path, in: disk).load())
      Soak.count(.damage, (bytes.count - start) * 8)
      for index in start..<bytes.count {
        for bit in 0..<8 {
          var damaged = bytes
          damaged[index] ^= 1 << bit
          let copy = SimulatedDisk(disk.image)
          copy.put(damaged, at: "shelf.json")
          let file = StateFile<Shelf>(at: Self.path, in: copy)
          do {
            let found = try #require(try file.load())
            #expect(file.wasEditedOutside || found == intact, "bit \(bit) of byte \(index)")
            reported += try openShelf(on: copy).report.isEditedOutside ? 1 : 0
          } catch is StateFileError {
            refused += 1
          } catch is LogError {
            refused += 1
          }
        }
      }
    }
    #expect(refused > 500 && reported > 150)
  }

  @Test("An edit that as a step could not be read again is refused, and nothing is changed")
  func overMemory() throws {
    let disk = SimulatedDisk()
    do {
      let durable = try openShelf(on: disk)
      for title in ["Aaaa", "Bbbb"] { try durable.store.send(.add(title)) }
      try durable.close()
    }
    let text = String(decoding: try #require(disk.image.bytes(of: "/d/shelf.json")), as: UTF8.self)
    let long = String(repeating: "long ", count: 40_000)
    disk.put(Array(text.replacing("Aaaa", with: long).utf8), at: "shelf.json")
    let before = disk.image
    #expect(throws: LogError.overMemory(path: "/d/shelf.json.log", limit: 20_000)) {
      try openShelf(on: disk) { $0.memoryLimit = 20_000 }
    }
    #expect(disk.image.bytes(of: "/d/shelf.json") == before.bytes(of: "/d/shelf.json"))
    #expect(disk.image.bytes(of: "/d/shelf.json.log") == before.bytes(of: "/d/shelf.json.log"))
    let edited = try openShelf(on: disk)
    #expect(edited.report.isEditedOutside && edited.store.timeline.count == 4)
  }

  @Test("A file without its checksums is compared with the log: what was edited is a step")
  func withoutChecksums() throws {
    let disk = try left(closing: true)
    let before = Remembered(try openShelf(on: SimulatedDisk(disk.image)).store)
    let text = String(decoding: try #require(disk.image.bytes(of: Self.path)), as: UTF8.self)
    let line = try #require(text.firstMatch(of: /"checksums":"[0-9a-f]{8} [0-9a-f]{8}",/))
    let old = try edited(disk, String(line.output), "")
    let opened = try openShelf(on: SimulatedDisk(old.image))
    #expect(Remembered(opened.store) == before && opened.report.isEditedOutside)
    let byHand = try openShelf(on: try edited(old, "\"Second\"", "\"By hand\""))
    #expect(titles(byHand) == ["One", "By hand", "Three"] && byHand.report.isEditedOutside)
    #expect(byHand.store.historyStatus.undoLabel == "Edited outside")
    while byHand.store.canUndo { try byHand.store.undo() }
    #expect(byHand.store.state.books.isEmpty)
  }

  @Test("A power cut while the edit becomes a step: the edit is there, and so is what the log had")
  func powerCuts() throws {
    for isClosed in [true, false] {
      let image = try edited(left(closing: isClosed), "\"One\"", "\"First\"").image
      let disk = SimulatedDisk(image, remembering: true)
      let opened = try openShelf(on: disk)
      disk.mark()
      try opened.store.undo()
      try opened.store.redo()
      var cuts = PowerCuts()
      var kept = 0
      cuts.cut(disk) { crash, _ in
        do {
          let found = try openShelf(on: SimulatedDisk(crash))
          if case .kept = found.report.history { kept += 1 }
          let titles = titles(found)
          let isThere = titles == ["First", "Second", "Three"] || titles == ["One", "Second", "Three"]
          return isThere ? nil : "\(titles)"
        } catch {
          return "\(error)"
        }
      }
      #expect(cuts.complaints == [] && cuts.states > 15 && kept > cuts.states / 2)
      Soak.count(.cut, cuts.states)
    }
  }
}

extension LogMark {
  /// The mark in a state file: the log and the number of the last change that the state has.
  fileprivate init?(inFile bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let found = text.firstMatch(of: /"id":"([0-9a-f]+)"(?:,"line":"[0-9a-f]+")?,"sequence":(\d+)/)
    else { return nil }
    self.init(id: String(found.1), sequence: Int(found.2) ?? 0)
  }
}
