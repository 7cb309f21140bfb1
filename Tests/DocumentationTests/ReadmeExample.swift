import Foundation
import Strata
import StrataStorage
import Testing

@Described
struct ReadingList: Reducible {
  var books: [String] = []

  mutating func reduce(_ book: String) { books.append(book) }
}

func example(path: String) throws {
  let opened = try DurableStore(at: path, undoing: \.books, startingWith: ReadingList())
  try opened.store.send("Kindred")  // ["Kindred"], on the disk
  try opened.store.send("Solaris")  // ["Kindred", "Solaris"]
  try opened.store.undo()  // ["Kindred"]
  print(opened.store.timeline)  // every moment, on all branches, and which one is the present
  try opened.close()  // the next time, the state and its history are there
}

@Suite("The README's examples")
struct ReadmeExampleTests {
  @Test("It runs, and what it saves is there the next time")
  func runs() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/strata-readme-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/shelf.json"
    try example(path: path)
    try example(path: path)
    let opened = try DurableStore(at: path, undoing: \.books, startingWith: ReadingList())
    #expect(opened.store.state.books == ["Kindred", "Kindred"])
    #expect(opened.store.timeline.undoCount == 2, "the history is there, too")
    try opened.close()
  }
}
