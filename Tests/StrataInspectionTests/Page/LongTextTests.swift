import Foundation
import Measuring
import PersistentCollections
import StrataCore
import TestSupport
import Testing

@testable import StrataInspection

extension PageTests {
  @Suite("Long texts on the page")
  struct LongTextTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Book: Reducible, Described {
      var text = ""
      var long = PersistentText()

      static func describe(_ field: inout Fields<Book>) {
        field("long", \.long)
        field("text", \.text)
      }

      mutating func reduce(_ text: String) { long = PersistentText(text) }
    }

    /// The lines of one text and of another, without those that both have at their ends.
    private static func changedLines(_ before: String, _ after: String) -> (old: [String], new: [String]) {
      func lines(_ text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0.unicodeScalars.first == "\n" }
      }
      var (old, new) = (lines(before)[...], lines(after)[...])
      while let first = old.first, first == new.first { (old, new) = (old.dropFirst(), new.dropFirst()) }
      while let last = old.last, last == new.last { (old, new) = (old.dropLast(), new.dropLast()) }
      return (old.map(String.init), new.map(String.init))
    }

    @Test(
      "A step shows the lines that it changed, wherever they are, and looks at no more letters than are near them"
    )
    func lines() throws {
      var random = SplitMix64(seed: 31)
      let count = 3_000
      var lines = (0..<count).map { "Line \($0) \(["über", "🧵🧵", "plain"][$0 % 3]) \($0 * 7_919 % 1_000)" }
      let store = Store(Book(), undoing: \.self)
      try store.send(lines.joined(separator: "\n"))
      for round in 0..<Soak.times(15) {
        // At the end, at the beginning, anywhere.
        let place = [lines.count - 1, 0, 1].dropFirst(round).first ?? random.below(lines.count)
        switch random.below(4) {
        case 0: lines.insert("A new line with é", at: place)
        case 1: lines.remove(at: place)
        case 2: lines.replaceSubrange(place..<min(place + 30, lines.count), with: ["One line for many"])
        default: lines[place] += ["!", "ö", "🧶"][random.below(3)]
        }
        // Sometimes two edits are in one step.
        if random.below(3) == 0 { lines[max(0, place - 20)] += "?" }
        try store.send(lines.joined(separator: "\n"))
      }
      let inspection = try Inspection(of: store)
      let browser = try Browser.shared.get()
      try browser.load(folder.page(of: inspection))
      try browser.evaluate(
        """
        window.looked = 0;
        const look = String.prototype.charCodeAt;
        String.prototype.charCodeAt = function (place) { window.looked++; return look.call(this, place); };
        """
      )
      var last = inspection.moments[1]
      for moment in inspection.moments.dropFirst(2) {
        let before = try #require(try inspection.state(at: last.id)["long"]?.text)
        let after = try #require(try inspection.state(at: moment.id)["long"]?.text)
        let looked = try browser.evaluate("looked = 0, strataHistory.go(\(moment.id)), looked") as? Int
        // The first step takes the text apart.
        if last.id != inspection.moments[1].id { #expect(try #require(looked) < 40_000) }
        let expected = Self.changedLines(before, after)
        for (name, wanted) in [("old", expected.old), ("new", expected.new)] {
          let shown = try browser.evaluate(
            "[...document.querySelectorAll('#changes .lines .\(name)')].map(line => line.textContent.slice(2))"
          )
          #expect(shown as? [String] == wanted, "\(name) at moment \(moment.id)")
        }
        last = moment
      }
      #expect(browser.complaints == [])
    }

    @Test("An edit in a line without an end shows what is around it")
    func endless() throws {
      let store = Store(Book(), undoing: \.self)
      let (head, tail) = (String(repeating: "abc", count: 20_000), String(repeating: "xyz", count: 20_000))
      for middle in ["", "here"] { try store.send(head + middle + tail) }
      let browser = try Browser.shared.get()
      try browser.load(folder.page(of: Inspection(of: store)))
      let shown = try browser.evaluate("document.querySelector('#changes .lines').textContent") as? String
      let text = try #require(shown)
      #expect(text.contains("abchere") && text.hasPrefix("  …") && text.count < 5_000)
      #expect(browser.complaints == [])
    }
  }
}

extension PlainValue {
  fileprivate subscript(name: String) -> PlainValue? {
    guard case .record(let record) = self else { return nil }
    return record[name]
  }

  fileprivate var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }
}
