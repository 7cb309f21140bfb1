import Measuring
import PersistentCollections
import StrataCore
import StrataStorage
import StrataSync

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A state in which there is room for too much of anything.
struct Hoard: Reducible, Described, SharedState {
  var lists: [[Int]] = []
  var numbers: [Int] = []
  // Not a dictionary of the standard library, which is there twice while it grows.
  var byName: PersistentMap<String, Int> = [:]
  var text = ""
  var note = PersistentText()
  var texts: PersistentSortedMap<Int, String> = [:]
  var sharing = Sharing()

  static func describe(_ field: inout Fields<Hoard>) {
    field("lists", \.lists)
    field("numbers", \.numbers)
    field("byName", \.byName)
    field("text", \.text)
    field("note", \.note)
    field("texts", \.texts)
    field("sharing", \.sharing)
  }

  static var sharing: WritableKeyPath<Hoard, Sharing> & Sendable { \.sharing }
  static var shared: [PartialKeyPath<Hoard> & Sendable] { [\.note] }

  mutating func reduce(_ text: String) { self.text = text }
}

/// A state of which there is no description.
struct Undescribed: Codable {
  var lists: [[Int]] = []
  var text = ""
}

/// The most memory that the process has had so far, in bytes.
///
/// Not what `getrusage` says on Linux, which goes on from the process that started this one.
func peak() throws -> Int {
  #if canImport(Darwin)
    var usage = rusage()
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
  #else
    return try bytes(called: "VmHWM")
  #endif
}

#if !canImport(Darwin)
  /// A figure of the process's memory as Linux names it.
  func bytes(called name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    let kilobytes = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    return kilobytes << 10
  }
#endif

/// Applies a change to a new store of files in a folder, closes it, and returns its state.
func state(after change: () throws -> PlacedChange, at folder: String) throws -> Hoard {
  try? FileManager.default.removeItem(atPath: folder)
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  let opened = try DurableStore(at: folder + "/state.json", undoing: \Hoard.note, startingWith: Hoard())
  try opened.store.join(as: 2, startingWith: Hoard())
  func apply(_ placed: PlacedChange) throws { try opened.store.apply(placed.change, at: placed.position) }
  try apply(change())
  try opened.close()
  return opened.store.state
}

/// Opens what is at a path, and says how many bytes of memory that took at most, how many of them are what was made, and
/// what became of it.
func runMemory(_ path: String, _ kind: String) throws {
  var options = OpeningOptions()
  options.access = .reading
  // A migration or a `Codable` state needs a plain value in between: a limit holds for it, here twice the file.
  let size = 2 * (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0)
  (options.migrations, options.memoryLimit) = kind == "older" ? ([Migration { _ in }], size) : ([], 1 << 30)
  func open(_ path: String) throws -> Any {
    func line() throws -> PlacedChange {
      try PlacedChange(line: Data(contentsOf: URL(filePath: path)), memoryLimit: 1 << 30)
    }
    if kind == "line" { return try line() }
    if kind == "change" { return try state(after: line, at: path + ".store") }
    if kind == "undescribed" { return try StateFile<Undescribed>(at: path, memoryLimit: size).load() as Any }
    return try DurableStore(at: path, undoing: \Hoard.self, startingWith: Hoard(), options: options)
  }
  // The first opening in a process takes memory that does not depend on the file.
  if kind == "undescribed" { try StateFile<Undescribed>(at: path + ".small").save(Undescribed()) }
  if kind == "line" { _ = try? open(path + ".small") } else { _ = try open(path + ".small") }
  let before = try peak()
  var outcome = "opened"
  let (opened, live) = Heap.growth { () -> Any? in
    do {
      return try open(path)
    } catch {
      outcome = "\(error)"
      return nil
    }
  }
  say("\(try peak() - before) \(max(0, live)) \(outcome)")
  withExtendedLifetime(opened) {}
}
