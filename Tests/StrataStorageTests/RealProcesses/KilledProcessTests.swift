import Foundation
import Measuring
import StrataStorage
import TestSupport
import Testing

@Suite("Processes that are killed, or save at the same time", .serialized)
struct KilledProcessTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("state.json")
  }

  func saved() throws -> Numbered? { try StateFile<Numbered>(at: path).load() }

  @Test(
    "Killed at any moment, again and again: what was acknowledged is there, whole, and the next one goes on"
  )
  func killed() throws {
    var random = SplitMix64(seed: 7)
    var (acknowledged, unheard) = (0, 0)
    let rounds = Soak.isOn ? 1_000 : Soak.times(20)
    for round in 0..<rounds {
      let subject = try RunningProgram.savingSubject("count", path, 1_000_000)
      // Mostly in the middle of saving, sometimes while it starts and loads.
      var said = round.isMultiple(of: 4) ? "" : subject.waitForOutput()
      usleep(UInt32(random.below(round.isMultiple(of: 4) ? 30_000 : 6_000)))
      subject.kill()
      said += subject.finish().output
      let last = said.split(separator: "\n").last.flatMap { Int($0) } ?? acknowledged
      #expect(last >= acknowledged)
      let found = try saved()
      let number = found?.number ?? 0
      #expect((last...last + 1).contains(number), "round \(round)")
      #expect(found?.isWhole ?? true)
      unheard += number - last
      acknowledged = number
    }
    #expect(acknowledged >= rounds / 2, "the subject did save")
    let temporary = folder.names.filter { $0.hasSuffix(".tmp") }
    #expect(temporary.count <= 2, "each save removes what the one before it has left")
    Soak.count(.kill, rounds)
    Soak.count(.change, acknowledged - unheard)
  }

  @Test("A store that is killed at any moment has every change it acknowledged, and gives no id twice")
  func killedWithLog() throws {
    var random = SplitMix64(seed: 8)
    var ids: [Int] = []
    let rounds = Soak.isOn ? 1_000 : Soak.times(20)
    for round in 0..<rounds {
      let subject = try RunningProgram.savingSubject("log", path, 1_000_000)
      var said = round.isMultiple(of: 4) ? "" : subject.waitForOutput()
      usleep(UInt32(random.below(round.isMultiple(of: 4) ? 30_000 : 20_000)))
      subject.kill()
      said += subject.finish().output
      // The last line may be cut off in the middle of a number.
      let whole = said.hasSuffix("\n") ? said[...] : said[..<(said.lastIndex(of: "\n") ?? said.startIndex)]
      ids += whole.split(separator: "\n").compactMap { Int($0) }
    }
    #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }, "no id is given out twice")
    let last = RunningProgram.path(of: "SavingSubject")
    let end = try RunningProgram(last, ["log", path, "1"]).finish()
    let id = Int(end.output.split(separator: "\n").last ?? "") ?? 0
    #expect(end.status == 0 && id > ids.last ?? 0 && id <= (ids.last ?? 0) + rounds + 1, "\(end.errors)")
    #expect(ids.count > rounds / 2)
    Soak.count(.kill, rounds)
    Soak.count(.change, ids.count)
  }

  /// How long a change is: from a byte to more than any buffer; 200 MB take a release build.
  static let sizes =
    [1, 300_000]
    + (Soak.isOn
      ? [
        10, 100, 1_000, 4_000, 10_000, 100_000, 1_000_000, 5_000_000, 20_000_000, 50_000_000, 100_000_000,
        200_000_000,
      ] : [])

  @Test(
    "Killed in the middle of a change of any size: what was acknowledged is there, and it opens",
    arguments: sizes
  )
  func killedAtSize(size: Int) throws {
    var random = SplitMix64(seed: UInt64(size))
    let start = ContinuousClock.now
    _ = try RunningProgram.savingSubject("sizes", folder.file("trial.json"), size).finish()
    let whole = start.duration(to: .now) / .microseconds(1)
    for round in 0..<(size < 10_000_000 ? Soak.times(6) : max(2, Soak.times(1) / 10)) {
      let path = folder.file("\(round).json")
      let subject = try RunningProgram.savingSubject("sizes", path, size)
      usleep(UInt32(random.below(max(1, Int(whole)))))
      subject.kill()
      let said = subject.finish().output
      let acknowledged = said.hasSuffix("\n") ? said.split(separator: "\n").last.flatMap { Int($0) } ?? 0 : 0
      let again = try RunningProgram.savingSubject("sizes", path, 0).finish()
      let found = Int(again.output.split(separator: "\n").first ?? "") ?? -1
      #expect(again.status == 0 && (acknowledged...acknowledged + 1).contains(found), "\(round): \(again)")
      Soak.count(.kill)
      Soak.count(.change, acknowledged)
      for name in folder.names where name.contains("\(round).json") {
        try FileManager.default.removeItem(atPath: folder.file(name))
      }
    }
  }

  @Test("Two processes that save hundreds of times each lose none of each other's")
  func sharing() throws {
    let times = Soak.isOn ? 1_000 : 200
    let subjects = try (0..<2).map { _ in try RunningProgram.savingSubject("share", path, times) }
    var numbers: [Int] = []
    for subject in subjects {
      let end = subject.finish()
      #expect(end.status == 0, "\(end.errors)")
      numbers += end.output.split(separator: "\n").compactMap { Int($0) }
    }
    #expect(numbers.sorted() == Array(1...2 * times), "each number was saved once")
    #expect(try saved()?.number == 2 * times)
    #expect(folder.names == [".state.json.lock", ".state.json.previous", "state.json"])
  }

  @Test("Under a mask that takes everything away, a new file is still its owner's to read and write")
  func mask() throws {
    // In a process of its own: the mask is the whole process's.
    let program = try RunningProgram(
      "/bin/sh",
      ["-c", "umask 0777; exec \"$0\" count \"$1\" 2", RunningProgram.path(of: "SavingSubject"), path]
    )
    let end = program.finish()
    #expect(end.status == 0, "\(end.errors)")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try saved()?.number == 2)
  }
}
