import Strata
import Testing

@testable import Workspace

@Suite("The session")
struct SessionTests {
  let friday = day("2026-11-20")
  let saturday = day("2026-11-21")

  @Test("Selecting, looking at a page and filtering are no steps")
  func untracked() throws {
    let desk = try Desk(pages: friday, saturday)
    try desk.add("One")
    let (document, steps) = (desk.state.document, desk.steps)
    var filter = PageFilter()
    filter.text = "one"
    try desk.session(.select([1]), .show(friday), .filter(filter))
    #expect(desk.state.session.selection == [1])
    #expect(desk.state.session.page == friday)
    #expect(desk.state.session.filter == filter)
    #expect(desk.state.document == document && desk.steps == steps)
    try desk.store.undo()
    #expect(desk.state.session.page == friday && desk.state.session.filter == filter)
  }

  @Test("The selection comes back with the step that it was made for")
  func restored() throws {
    let desk = try Desk(pages: friday)
    let ids = IDSet(try desk.add("One", "Two"))
    try desk.session(.select(ids))
    try desk.journal(.delete(ids))
    try desk.session(.select([]))
    try desk.store.undo()
    #expect(desk.state.session.selection == ids)
  }

  @Test("A day without a page cannot be looked at, and a page that is undone is not in view any more")
  func pageInView() throws {
    let desk = try Desk(pages: friday)
    #expect(throws: JournalError.noSuchPage(saturday)) { try desk.session(.show(saturday)) }
    try desk.journal(.startPage(saturday))
    try desk.session(.show(saturday))
    try desk.store.undo()
    #expect(desk.journal.pageInView(desk.state.session.page) == friday)
    try desk.add("Lands on Friday")
    #expect(desk.journal.todos.values.map(\.start) == [friday])
  }

  @Test(
    "A filter leaves out what has ended, other categories and other titles, and groups that are empty then"
  )
  func filtering() throws {
    let desk = try Desk(pages: friday)
    try desk.journal(.category(.add(name: "Work", color: .blue)))
    try desk.add(NewTodo("Write a LETTER", category: 1))
    try desk.add(NewTodo("Read a letter"))
    try desk.add(NewTodo("Rest"))
    try desk.journal(.complete([3], at: time("2026-11-20T10:00:00")))
    let page = desk.journal.page(of: friday)
    func ids(_ change: (inout PageFilter) -> Void) -> [[Int]] {
      var filter = PageFilter()
      change(&filter)
      return page.filtered(by: filter).groups.map { $0.todos.map(\.id) }
    }
    #expect(ids { _ in } == [[2], [3, 4]])
    #expect(ids { $0.hidesEnded = true } == [[2], [4]])
    #expect(ids { $0.category = 1 } == [[2]])
    #expect(ids { $0.text = "Letter" } == [[2], [3]])
    #expect(ids { $0.text = "e" } == [[2], [3, 4]])
    #expect(
      ids {
        $0.text = "letter"
        $0.hidesEnded = true
      } == [[2]]
    )
  }
}
