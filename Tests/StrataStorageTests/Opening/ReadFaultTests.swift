import Foundation
import Measuring
import Platform
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("A read that fails while files are opened")
struct ReadFaultTests {
  private static let errors: [SystemError] = [.deviceError, SystemError(ENOMEM), SystemError(EMFILE)]

  /// Files of which the version before the state, or the log behind damage, is needed.
  private func disks() throws -> [(name: String, disk: SimulatedDisk)] {
    let whole = SimulatedDisk()
    try RescueTests.keepFourBooks(on: whole)
    func changed(_ file: String, _ change: (inout [UInt8]) -> Void) -> SimulatedDisk {
      let copy = SimulatedDisk(whole.image)
      copy.overwrite(file, change)
      return copy
    }
    return [
      ("whole", whole),
      ("torn", changed("shelf.json.log") { $0.removeLast(5) }),
      (
        "edited",
        changed("shelf.json") {
          $0 = Array(String(decoding: $0, as: UTF8.self).replacing("One", with: "Uno").utf8)
        }
      ),
      (
        "the second change damaged",
        changed("shelf.json.log") { log in
          let line = log.logLines[..<3].reduce(0) { $0 + $1.count + 1 }
          log[line + 40] ^= 1
        }
      ),
      ("the newest change damaged", changed("shelf.json.log") { $0[$0.count - 20] ^= 1 }),
      (
        "cut off",
        changed("shelf.json.log") { log in
          log = log.logLines[..<4].flatMap { $0 + [0x0A] }
        }
      ),
      ("the state damaged", changed("shelf.json") { $0.removeLast(3) }),
    ]
  }

  /// A store that was opened, but for the times.
  private struct Opened: Equatable {
    var state: Shelf
    var tree: [String]
    var states: [Shelf?]
  }

  private func opened(_ disk: SimulatedDisk) throws -> Opened {
    let opened = try openShelf(on: disk) { $0.damagedLog = .setAside }
    defer { opened.abandon() }
    // Later reads are no part of opening.
    disk.restart()
    let found = Remembered(opened.store)
    return Opened(state: found.state, tree: found.tree, states: found.states)
  }

  @Test("Whichever call fails: the files are opened as if none had, or an error says so and they stay")
  func opening() throws {
    for (name, left) in try disks() where name != "the state damaged" {
      let trial = SimulatedDisk(left.image)
      try openShelf(on: trial) { $0.damagedLog = .setAside }.abandon()
      let calls = trial.operations
      let whole = try opened(SimulatedDisk(left.image))
      var refused = 0
      for call in calls.indices {
        for error in Soak.isOn ? Self.errors : [Self.errors[call % 3]] {
          let disk = SimulatedDisk(left.image)
          disk.restart(failing: .init(call: call, error: error))
          do {
            #expect(try opened(disk) == whole, "\(name): \(calls[call]), \(error)")
          } catch {
            refused += 1
          }
          disk.restart()
          // A write before the failing call stays: then the history was kept already.
          let again = try opened(disk)
          #expect(again.state == whole.state, "\(name): \(calls[call]), \(error)")
          #expect(again.tree.count >= whole.tree.count, "\(name): \(calls[call]), \(error)")
        }
      }
      #expect(refused * 2 > calls.count, "\(name): \(refused) of \(calls.count)")
    }
  }

  @Test("Whichever call of a repair fails: it makes what it would have made, or a later one does")
  func repairing() throws {
    func repaired(_ disk: SimulatedDisk) throws -> [String] {
      let undone = try UndonePart(\Shelf.books, with: \.session.selected)
      return try Rescue(RescueTests.path, undoing: undone, startingWith: Shelf(), in: disk).repair()
    }
    for (name, left) in try disks() where name != "whole" {
      let trial = SimulatedDisk(left.image)
      _ = try repaired(trial)
      let calls = trial.operations
      let whole = try opened(trial)
      for call in calls.indices {
        for error in Soak.isOn ? Self.errors : [Self.errors[call % 3]] {
          let disk = SimulatedDisk(left.image)
          disk.restart(failing: .init(call: call, error: error))
          let isRepaired = (try? repaired(disk)) != nil
          disk.restart()
          if !isRepaired { _ = try repaired(disk) }
          // A step that was kept in the state alone has another name.
          let found = try opened(disk)
          #expect(found.state == whole.state, "\(name): \(calls[call]), \(error)")
          #expect(found.states == whole.states, "\(name): \(calls[call]), \(error)")
        }
      }
    }
  }

  @Test("A missing folder, or a lock that cannot be taken, is an error of opening, not of saving")
  func cannotBegin() throws {
    let disk = SimulatedDisk()
    let missing = #expect(throws: StateFileError.self) { try openShelf(on: disk, at: "/none/shelf.json") }
    let error = StateFileError.inaccessible(path: "/none/shelf.json", step: .openFolder, cause: .notFound)
    #expect(missing == error && "\(error)".hasSuffix("Make the folder first."))
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file(".shelf.json.lock"),
      withIntermediateDirectories: false
    )
    let locked = #expect(throws: StateFileError.self) {
      try openShelf(on: POSIXFileSystem(), at: folder.file("shelf.json"))
    }
    guard case .inaccessible(_, .lock, _) = locked else {
      Issue.record("\(locked.map { "\($0)" } ?? "opened")")
      return
    }
  }
}
