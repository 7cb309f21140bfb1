import Foundation
import Strata
import StrataStorage
import Testing

/// The state of the page about the log.
@Described
struct Diary: Reducible {
  var entries: [String] = []

  enum Action: Sendable { case write(String) }

  mutating func reduce(_ action: Action) {
    switch action {
    case .write(let text): entries.append(text)
    }
  }
}

@Suite("The examples on the page about the log")
struct LogPageTests {
  @Test("An entry is there when the diary is opened again, with its history")
  func opening() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/strata-log-page-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/diary.json"
    let opened = try DurableStore(at: path, undoing: \.entries, startingWith: Diary())
    try opened.store.send(.write("Rain all day"))
    try opened.close()
    let options = OpeningOptions(access: .reading)
    let reader = try DurableStore(at: path, undoing: \.entries, startingWith: Diary(), options: options)
    #expect(reader.store.state.entries == ["Rain all day"] && reader.store.canUndo)
  }

  @Test("An entry that was typed by mistake is forgotten, in memory and on disk")
  func forgetting() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/strata-log-page-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let opened = try DurableStore(at: folder + "/diary.json", undoing: \.entries, startingWith: Diary())
    try opened.store.send(.write("Rain all day"))
    try opened.store.send(.write("hunter2"))
    try opened.forget { diary in diary.entries.removeAll { $0.contains("hunter2") } }
    try opened.close()
    #expect(opened.store.state.entries == ["Rain all day"] && opened.store.timeline.count == 2)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
      #expect(!String(decoding: bytes, as: UTF8.self).contains("hunter2"))
    }
  }

  /// Not run: it would make the folder where the tests are.
  func folder() throws {
    let opened = try DurableStore(
      at: "Rain.diary",
      undoing: \.entries,
      startingWith: Diary(),
      options: OpeningOptions(isFolder: true)
    )
    try opened.close()
  }
}
