import Foundation
import StrataStorage
import TestSupport
import Testing

/// Cuts the power before every call of what `script` does to a disk, and asks `complaint` about every disk that
/// this can leave.
struct PowerCuts: CustomStringConvertible {
  private(set) var operations = 0
  /// How many disks there were that differ.
  private(set) var states = 0
  private(set) var complaints: [String] = []

  mutating func cut(_ disk: SimulatedDisk, complaint: (DiskImage, _ marks: Int) -> String?) {
    let moments = disk.moments
    operations += moments.count - 1
    // A call that writes nothing leaves the same disks as the one after it: each is asked about once.
    var (asked, marks): (Set<[DiskImage.Shown]>, Int) = ([], 0)
    for (number, moment) in moments.enumerated() {
      if moment.marks != marks { (asked, marks) = ([], moment.marks) }
      for crash in moment.image.crashes {
        guard asked.insert(crash.shown).inserted else { continue }
        states += 1
        guard complaints.count < 5, let complaint = complaint(crash, moment.marks) else { continue }
        complaints.append("cut before call \(number), \(moment.operation): \(complaint)")
      }
    }
  }

  var description: String { "\(operations) calls, \(states) disks after a power cut" }
}

@Suite("State files after a power cut")
struct PowerCutTests {
  static let path = "/d/state.json"
  let versions = ["first", "the second, which is longer", "3"].map { Note(text: $0) }

  /// The fault of the file after the first `acknowledged` versions were acknowledged; nil for a correct file.
  func complaint(_ image: DiskImage, acknowledged: Int) -> String? {
    let found = image.bytes(of: Self.path)
    let allowed = (max(0, acknowledged - 1)...acknowledged).map { number in
      number < versions.count ? versions[number].file : nil
    }
    if acknowledged == 0 && found == nil || allowed.contains(found) && found != nil { return nil }
    return "after \(acknowledged) acknowledged saves the file has "
      + (found.map { String(decoding: $0, as: UTF8.self) } ?? "no name")
  }

  /// Saves all versions by `save`, which returns when it promises that they are on the disk.
  func cutting(_ save: (Note, SimulatedDisk) throws -> Void) throws -> PowerCuts {
    let disk = SimulatedDisk(remembering: true)
    for version in versions {
      try save(version, disk)
      disk.mark()
    }
    var cuts = PowerCuts()
    cuts.cut(disk) { complaint($0, acknowledged: $1) }
    return cuts
  }

  @Test("At every call of three saves: the old version or the new one, and no acknowledged one is lost")
  func saving() throws {
    for keepsPrevious in [true, false] {
      let disk = SimulatedDisk(remembering: true)
      let file = noteFile(on: disk, keepsPrevious: keepsPrevious)
      for version in versions {
        try file.save(version)
        disk.mark()
      }
      var cuts = PowerCuts()
      cuts.cut(disk) { complaint($0, acknowledged: $1) }
      #expect(cuts.complaints == [])
      #expect(cuts.operations > 50 && cuts.states > 40)
      Soak.count(.cut, cuts.states)
    }
  }

  @Test("After every crash the next save works, and clears away what the crash has left")
  func afterwards() throws {
    let disk = SimulatedDisk(remembering: true)
    let file = noteFile(on: disk)
    for version in versions.prefix(2) { try file.save(version) }
    for moment in disk.moments {
      for crash in moment.image.crashes {
        Soak.count(.cut)
        let after = SimulatedDisk(crash)
        let file = noteFile(on: after)
        let found = try file.load()
        #expect(found == nil || versions.contains { $0 == found })
        try file.save(Note(text: "after"))
        #expect(after.image.bytes(of: Self.path) == Note(text: "after").file)
        let left = Set(after.image.names(in: "/d"))
        #expect(left.isSubset(of: ["state.json", ".state.json.lock", ".state.json.previous"]), "\(left)")
      }
    }
  }

  @Test("A writer that does not sync the folder is caught losing what it acknowledged")
  func noFolderSync() throws {
    let cuts = try cutting(savedWithoutFolderSync)
    #expect(cuts.complaints.contains { $0.contains("no name") })
  }

  @Test("A writer that writes in place is caught leaving half of a version")
  func inPlace() throws {
    let cuts = try cutting(savedInPlace)
    #expect(cuts.complaints.contains { $0.contains("first") || $0.contains("{\"for") })
    print(
      "simulated disk: writing in place: \(cuts); the first complaint: \(cuts.complaints.first ?? "none")"
    )
  }

  @Test("A writer that does not sync the file is caught naming bytes that are not there")
  func noFileSync() throws {
    let cuts = try cutting(savedWithoutFileSync)
    #expect(!cuts.complaints.isEmpty)
  }

  @Test(
    "Quarantining: at every call it is there under one name or the other, and under the new one at the end"
  )
  func quarantining() throws {
    let broken = Array("broken".utf8)
    let disk = SimulatedDisk(remembering: true)
    disk.put(broken, at: "state.json")
    try noteFile(on: disk).quarantine()
    disk.mark()
    var cuts = PowerCuts()
    cuts.cut(disk) { image, marks in
      let found = ["/d/state.json.quarantined-1", Self.path].map(image.bytes)
      return found == [broken, nil] || marks == 0 && found == [nil, broken] ? nil : "\(found)"
    }
    #expect(cuts.complaints == [] && cuts.states > 5, "\(cuts)")
    Soak.count(.cut, cuts.states)
  }

  @Test("Restoring the previous version: at every call there is a file, and nothing is lost")
  func restoring() throws {
    let (broken, previous) = (Array("broken".utf8), versions[0].file)
    let disk = SimulatedDisk(remembering: true)
    disk.put(previous, at: ".state.json.previous")
    disk.put(broken, at: "state.json")
    #expect(try noteFile(on: disk).restorePreviousVersion() == versions[0])
    disk.mark()
    var cuts = PowerCuts()
    cuts.cut(disk) { image, marks in
      guard let found = image.bytes(of: Self.path) else { return "no file" }
      let names = [Self.path, "/d/.state.json.previous", "/d/state.json.quarantined-1"]
      let all = Set(names.compactMap(image.bytes))
      if all != [broken, previous] { return "something is lost" }
      return found == previous || marks == 0 && found == broken ? nil : "\(found)"
    }
    #expect(cuts.complaints == [] && cuts.states > 5, "\(cuts)")
    Soak.count(.cut, cuts.states)
  }

  @Test("Removing the previous version: once it is promised, no power cut brings it back")
  func forgetting() throws {
    let disk = SimulatedDisk(remembering: true)
    disk.put(versions[0].file, at: ".state.json.previous")
    disk.put(versions[1].file, at: "state.json")
    try noteFile(on: disk).removePreviousVersion()
    disk.mark()
    var cuts = PowerCuts()
    cuts.cut(disk) { image, marks in
      if image.bytes(of: Self.path) != versions[1].file { return "the file has changed" }
      return marks == 1 && image.bytes(of: "/d/.state.json.previous") != nil ? "it is still there" : nil
    }
    #expect(cuts.complaints == [])
    Soak.count(.cut, cuts.states)
  }

  // Three writers that are wrong on purpose: what this simulation is worth is that it catches them.

  private func savedWithoutFolderSync(_ note: Note, _ disk: SimulatedDisk) throws {
    try savedByRenaming(note, disk, syncsFile: true)
  }

  private func savedWithoutFileSync(_ note: Note, _ disk: SimulatedDisk) throws {
    try savedByRenaming(note, disk, syncsFile: false)
    let folder = try disk.openDirectory("/d", from: nil)
    try disk.sync(folder)
    try disk.close(folder)
  }

  private func savedByRenaming(_ note: Note, _ disk: SimulatedDisk, syncsFile: Bool) throws {
    let folder = try disk.openDirectory("/d", from: nil)
    let file = try disk.open("x.tmp", in: folder, for: .creating)
    try note.file.withBytes { _ = try disk.write($0, to: file) }
    if syncsFile { try disk.sync(file) }
    try disk.close(file)
    try disk.rename("x.tmp", to: "state.json", in: folder)
    try disk.close(folder)
  }

  private func savedInPlace(_ note: Note, _ disk: SimulatedDisk) throws {
    let folder = try disk.openDirectory("/d", from: nil)
    let file = try disk.open("state.json", in: folder, for: .locking)
    try note.file.withBytes { _ = try disk.write($0, to: file) }
    try disk.sync(file)
    try disk.close(file)
    try disk.sync(folder)
    try disk.close(folder)
  }
}
