import Foundation
import Measuring
import PersistentCollections
import StrataCore
import StrataStorage
import TestSupport
import Testing
import Workspace

@testable import StrataInspection

extension PageTests {
  @Suite("Moments on the page")
  struct ShownMomentsTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
      "The page shows the same states as the library, at random moments of the Workspace and two other apps"
    )
    func states() throws {
      let browser = try Browser.shared.get()
      var random = SplitMix64(seed: 25)
      func check(_ inspection: Inspection, _ name: String) throws {
        try browser.load(folder.page(of: inspection))
        #expect(browser.complaints == [], "\(name)")
        let moments = (0..<Soak.pick(12, more: 50)).map { _ in
          inspection.moments[random.below(inspection.moments.count)].id
        }
        for id in moments {
          let shown = try browser.evaluate("strataHistory.go(\(id)), strataHistory.json") as? String
          let plain = try PlainValue(json: (shown ?? "").utf8)
          #expect(try plain == inspection.state(at: id), "\(name), moment \(id)")
        }
        #expect(browser.complaints == [], "\(name)")
      }
      try check(Inspection(of: folder.band(steps: 80).path), "Band")
      try check(Inspection(of: folder.kitchen(steps: 80).path), "Kitchen")
      try check(Inspection(of: workspace(steps: 25)), "Workspace")
    }

    @Test(
      "The tree on the page has every value at its place, and every change, and what is hostile is only text"
    )
    func drawn() throws {
      let browser = try Browser.shared.get()
      let kitchen = try folder.kitchen(steps: 70, seed: 7)
      let inspection = try Inspection(of: kitchen.path)
      try browser.load(folder.page(of: inspection, title: "</title><script>alert(1)</script>\u{202E}"))
      let leaves = """
        [...document.querySelectorAll("#state li[data-path]")].map(item =>
          [item.dataset.path, item.querySelector(".value").textContent])
        """
      // From now on a step draws again what it touched alone.
      try browser.evaluate("document.getElementById('unfold').click()")
      var random = SplitMix64(seed: 31)
      let wanted = (0..<Soak.times(7)).map { _ in inspection.moments[random.below(inspection.moments.count)] }
      for moment in wanted + inspection.moments.suffix(3) + inspection.moments.suffix(3).reversed() {
        try browser.evaluate("strataHistory.go(\(moment.id))")
        let rows = try browser.evaluate(leaves) as? [[String]] ?? []
        let shown = Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
        var told: [String: String] = [:]
        try inspection.state(at: moment.id).leaves(at: .whole, into: &told)
        #expect(shown.keys.sorted() == told.keys.sorted(), "moment \(moment.id)")
        for (path, value) in told where value.unicodeScalars.allSatisfy({ (0x20..<0x7F).contains($0.value) })
        {
          #expect(shown[path] == value, "moment \(moment.id), \(path)")
        }
        let label = try browser.evaluate("document.getElementById('label').textContent") as? String
        #expect(label == moment.label)
      }
      #expect(browser.complaints == [])
      #expect(try browser.evaluate("document.scripts.length") as? Int == 2)
      let text = try browser.evaluate("document.body.innerText + document.title") as? String ?? ""
      #expect(!text.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{0}" })
      #expect(text.contains("\\u{202e}"))
    }

    @Test("The present, the saved moment and checkpoints are marked, in the list and where one stands")
    func marks() throws {
      let browser = try Browser.shared.get()
      let band = try folder.band(steps: 0)
      try band.store.send(.light(["red"]))
      try band.store.checkpoint("Before the </script>")
      try band.store.markSaved()
      try band.store.send(.light(["blue"]))
      let inspection = try Inspection(of: band.path)
      #expect(inspection.saved == inspection.moments[1].id)
      try browser.load(folder.page(of: inspection))
      func marks(_ place: String) throws -> [String] {
        let script = "[...document.querySelectorAll('\(place) .badge')].map(item => item.textContent)"
        return try browser.evaluate(script) as? [String] ?? []
      }
      #expect(try marks("#row-0") == [] && marks("#row-2") == ["present"] && marks("#marks") == ["present"])
      #expect(try Set(marks("#row-1")) == ["saved", "Before the </script>"])
      // A click on the bars goes to the step that stands there.
      try browser.evaluate(
        """
        (box => bars.dispatchEvent(new MouseEvent("click", { clientX: box.left + box.width / 2, clientY: box.top + 9 })))
          (bars.getBoundingClientRect())
        """
      )
      #expect(try browser.evaluate("strataHistory.moment") as? Int == 1)
      #expect(try Set(marks("#marks")) == ["saved", "Before the </script>"] && browser.complaints == [])
    }

    @Test("The page says why it cannot show a state, and still shows the changes of each step")
    func damaged() throws {
      let browser = try Browser.shared.get()
      let band = try folder.band(steps: 0)
      for light in ["red", "green", "blue"] { try band.store.send(.light([light])) }
      try band.close()
      func text(_ id: String) throws -> String {
        try browser.evaluate("document.getElementById('\(id)').innerText") as? String ?? ""
      }
      func changes(_ moment: Int) throws -> String {
        try browser.evaluate("strataHistory.go(\(moment))")
        return try text("changes")
      }
      try folder.replaceBand { $0.stage.lights = ["white"] }
      try browser.load(folder.page(of: Inspection(of: band.path)))
      #expect(try changes(1).contains("\"red\"") && text("no-state").contains("does not fit"))
      #expect(
        try browser.evaluate("strataHistory.json === null") as? Bool == true
      )
      #expect(try changes(3).contains("\"blue\"") && text("no-state") == "")
      try FileManager.default.removeItem(atPath: band.path)
      try? FileManager.default.removeItem(atPath: folder.file(".band.json.previous"))
      try browser.load(folder.page(of: Inspection(of: band.path)))
      #expect(try text("remarks").contains("No state fits this history"))
      for (moment, light) in [(1, "red"), (2, "green"), (3, "blue")] {
        #expect(try changes(moment).contains("\"\(light)\"") && text("label") == "Light")
        #expect(try text("no-state") == "The state cannot be shown: no file says what the state was")
      }
      #expect(browser.complaints == [])
    }

    private func workspace(steps: Int) throws -> Store<AppState> {
      let store = Store(AppState(), undoing: \.document)
      var random = SplitMix64(seed: 9)
      let day = try #require(Day("2026-11-24"))
      try store.send(.journal(.startPage(day)))
      for step in 0..<steps {
        let time = try #require(WallTime(day, hour: 9, minute: step % 60))
        try store.send(.journal(.add(title: "Todo \(step)")))
        try store.send(.canvas(.create("Look \(step)", at: .init(x: Double(step), y: 0.5), color: .red)))
        // Not all are there any more.
        try? store.send(.journal(.complete([1 + random.below(2 * step + 1)], at: time)))
        try? store.send(.canvas(.move(id: 1 + random.below(2 * step + 1), to: .init(x: -0.0, y: 1e-9))))
        if random.below(4) == 0 { try store.undo() }
      }
      return store
    }
  }
}

extension PlainValue {
  /// Adds the text of each leaf under its path, as the page shows it.
  func leaves(at path: ValuePath, into told: inout [String: String]) throws {
    switch self {
    case .record(let record) where !record.members.isEmpty:
      for member in record.members { try member.value.leaves(at: path.appending(member.name), into: &told) }
    case .list(let list) where !list.isEmpty:
      for (position, value) in list.enumerated() {
        try value.leaves(at: path.appending(String(position)), into: &told)
      }
    case .text(let text): told[path.description] = "\"\(text)\""
    case .number: told[path.description] = "\(self)"
    default: told[path.description] = "\(self)"
    }
  }
}
