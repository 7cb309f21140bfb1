import Measuring
import Testing

@testable import Workspace

@Suite("A journal is searched")
struct SearchTests {
  private func areAll(_ words: String, in text: String) -> Bool? { SearchWords(words)?.areAll(in: text) }

  @Test(
    "All words have to be there, in any order and in capitals or not, in every writing",
    arguments: [
      ("milk", "Buy Oat MILK", true), ("oat milk", "Milk of oats", true), ("milk rice", "Oat milk", false),
      ("ilk", "Milk", true), ("milk", "mil", false), ("m", "", false),
      ("grüße", "Viele GRÜSSE und Grüße", true),
      ("GRÜ", "grün", true), ("u", "Grüße", false), ("牛", "牛乳", true), ("\u{212A}", "kilo", true),
      ("e\u{301}", "caf\u{E9}", true), ("[x]", "a [X] b", true), ("@", "`", false), ("`", "@", false),
      ("é", "cafe", false), ("aab", "aaab", true), ("👍", "done 👍", true),
    ] as [(String, String, Bool)]
  )
  func words(words: String, text: String, isFound: Bool) {
    #expect(areAll(words, in: text) == isFound)
  }

  @Test("No words are none")
  func noWords() {
    for text in ["", " ", "\n\t"] { #expect(SearchWords(text) == nil) }
  }

  @Test("Bytes say what letters say, for thousands of texts")
  func bytes() throws {
    var random = SplitMix64(seed: 7)
    let letters = ["a", "A", "b", "B", "@", "[", "`", "{", "z", "Z", " "]
    func text(_ count: Int) -> String {
      (0..<count).map { _ in letters[random.below(letters.count)] }.joined()
    }
    var found = 0
    for _ in 0..<5000 {
      let (words, whole) = (text(1 + random.below(4)), text(random.below(12)))
      guard let sought = SearchWords(words) else { continue }
      let expected = words.lowercased().split(separator: " ").allSatisfy { whole.lowercased().contains($0) }
      try #require(sought.areAll(in: whole) == expected, "\(words) in \(whole)")
      found += expected ? 1 : 0
    }
    #expect(found > 200)
  }

  @Test(
    "The newest come first, of the past and of the future; links are looked at, too; only what is pending, if asked"
  )
  func search() throws {
    let desk = try Desk(pages: day("2026-11-20"), day("2026-11-21"))
    try desk.add("Milk")
    try desk.add(NewTodo("Oats", url: "https://milk.example", start: day("2026-12-24")))
    try desk.add(NewTodo("Milk again", start: day("2026-11-20")))
    try desk.add("Bread")
    try desk.journal(
      .note(.add("No milk\nto be had", at: .noon(of: day("2026-11-21")))),
      .complete([1], at: .noon(of: day("2026-11-21")))
    )
    let words = try #require(SearchWords("MILK"))
    func ids(_ found: (newest: SearchResults, count: Int)) -> [Int] {
      found.newest.map { found in
        switch found {
        case .todo(let todo): todo.id
        case .note(let note): note.id
        }
      }
    }
    let all = desk.journal.search(for: words)
    #expect(ids(all) == [2, 5, 1, 3] && all.count == 4)
    #expect(all.newest.map(\.day) == ["2026-12-24", "2026-11-21", "2026-11-21", "2026-11-20"].map(day))
    let two = desk.journal.search(for: words, most: 2)
    #expect(ids(two) == [2, 5] && two.count == 4)
    #expect(ids(desk.journal.search(for: words, pending: true)) == [2, 3])
    #expect(desk.journal.search(for: try #require(SearchWords("rice"))).count == 0)
  }
}
