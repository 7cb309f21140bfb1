import Foundation
import Measuring
import PersistentCollections
import Strata
import TestSupport
import Testing

@testable import StrataStorage

/// A described state with enough in it to be remembered.
private struct Stock: Reducible, Described, Equatable {
  var counts: PersistentSortedMap<Int, Double> = [:]
  var names: PersistentMap<String, Int> = [:]

  enum Action { case set(Int, Double?), name(String, Int?) }

  mutating func reduce(_ action: Action) {
    switch action {
    case .set(let key, let count): counts[key] = count
    case .name(let name, let number): names[name] = number
    }
  }

  static func describe<Visitor: FieldVisitor<Stock>>(_ field: inout Visitor) {
    field("counts", \.counts)
    field("names", \.names)
  }

  init(count: Int) {
    counts = PersistentSortedMap(uniqueKeysWithValues: (0..<count).map { ($0, Double($0) / 8) })
    names = PersistentMap(uniqueKeysWithValues: (0..<count).map { ("name \($0)", $0) })
  }
}

@Suite("A state file that remembers the text")
struct RememberingTests {
  let disk = SimulatedDisk()

  private func file(remembersText: Bool = true) -> StateFile<Stock> {
    StateFile(at: "/d/state.json", remembersText: remembersText, in: disk, patience: .zero)
  }

  @Test(
    "Whatever is saved, undone, refused by the disk or forgotten: the file is what any other would have saved"
  )
  func sameFile() throws {
    var random = SplitMix64(seed: 3)
    let file = file()
    let other = self.file(remembersText: false)
    var stock = Stock(count: 500)
    var older: [Stock] = []
    var failures = 0
    for step in 0..<Soak.times(40) {
      for _ in 0..<random.below(4) {
        let key = random.below(700)
        stock.reduce(.set(key, random.below(3) == 0 ? nil : Double(random.below(1_000))))
        stock.reduce(.name("name \(key)", random.below(3) == 0 ? nil : key))
      }
      if random.below(6) == 0 { older.append(stock) }
      if random.below(6) == 0, let version = older.randomElement(using: &random) { stock = version }
      if random.below(10) == 0 { file.forgetText() }
      let fails = random.below(5) == 0
      disk.restart(failing: fails ? .init(call: 4, error: SystemError(EIO)) : nil)
      let before = disk.image.bytes(of: "/d/state.json")
      do throws(StateFileError) {
        try file.save(stock)
        let saved = try other.encoded(stock).bytes
        #expect(disk.image.bytes(of: "/d/state.json") == saved, "step \(step)")
      } catch {
        failures += 1
        #expect(disk.image.bytes(of: "/d/state.json") == before)
      }
    }
    #expect(failures > 0)
    disk.restart()
    try file.save(stock)
    #expect(try self.file().load() == stock)
  }

  @Test("A number that JSON does not have is never saved, also when something else has changed since")
  func unspeakable() throws {
    let file = file()
    var stock = Stock(count: 1_000)
    try file.save(stock)
    let saved = disk.image.bytes(of: "/d/state.json")
    stock.counts[500] = .nan
    for key in 0..<3 {
      stock.counts[key] = 7
      #expect { try file.save(stock) } throws: { "\($0)".contains("counts / 500") }
      #expect(disk.image.bytes(of: "/d/state.json") == saved)
    }
    stock.counts[500] = 0
    try file.save(stock)
    #expect(try self.file().load() == stock)
  }

  @Test("What is remembered is released when it is forgotten, and when autosaving is closed")
  func released() throws {
    let file = file()
    let store = Store(Stock(count: 1_000))
    let autosave = Autosave(store, to: file)
    func remembered() -> Weak { Weak(object: file.memory?.withLock { $0 }) }
    try store.send(.set(1, 1))
    try autosave.flush()
    let first = remembered()
    #expect(first.object != nil)
    file.forgetText()
    #expect(first.object == nil)
    try store.send(.set(1, 2))
    try autosave.flush()
    let second = remembered()
    #expect(second.object != nil)
    try autosave.close()
    #expect(second.object == nil)
  }

  @Test("Only who asks for it, and has a described state, pays for it")
  func choice() {
    #expect(file().remembersText)
    #expect(!file(remembersText: false).remembersText)
    #expect(!StateFile<Stock>(at: "/d/state.json").remembersText)
    #expect(!StateFile<Note>(at: "/d/state.json", remembersText: true).remembersText)
  }

  private struct Weak {
    weak var object: TextMemory?
  }
}
