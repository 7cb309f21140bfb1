import Foundation
import Strata
import StrataInspection
import StrataStorage
import Testing

/// What the pages about inspection look at.
@Described
struct Library: Reducible {
  var books: [Book] = []
  var readers: [String] = []

  @Described
  struct Book: Equatable {
    var title = ""
    var price = 0
  }

  enum Action: Sendable { case add(String, Int), register(String) }

  mutating func reduce(_ action: Action) {
    switch action {
    case .add(let title, let price): books.append(Book(title: title, price: price))
    case .register(let name): readers.append(name)
    }
  }
}

@Suite("The examples on the pages about inspection")
struct InspectionPageTests {
  func report(_ store: Store<Library>, to path: String) throws {
    let history = try Inspection(of: store).omitting(["readers", "books[*].price"])
    let page = HistoryPage(of: history, title: "Library: what led to the bug").html
    try Data(page).write(to: URL(fileURLWithPath: path))
  }

  @Test("A file is asked, and a report has all but what was left out")
  func looking() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/strata-inspection-page-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/library.json"
    let opened = try DurableStore(at: path, undoing: \.self, startingWith: Library())
    try opened.store.send(.add("Kindred", 1234))
    try opened.store.send(.register("Octavia"))

    let history = try Inspection(of: path)
    for moment in history.moments { print(moment.id, moment.label) }
    let differences = try history.differences(from: history.line[0], to: history.present)
    let blame = try history.blame("books[0]")
    #expect(differences.count == 2 && blame.count == 1)

    try report(opened.store, to: folder + "/report.html")
    let page = try String(contentsOfFile: folder + "/report.html", encoding: .utf8)
    #expect(page.contains("Kindred") && !page.contains("Octavia") && !page.contains("1234"))
    try opened.close()
  }
}
