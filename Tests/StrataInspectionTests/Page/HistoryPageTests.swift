import Foundation
import Measuring
import PersistentCollections
import Strata
import StrataStorage
import TestSupport
import Testing
import Workspace

@testable import StrataInspection

@Suite(
  "The page, in a browser",
  .enabled(if: Browser.path != nil, "There is no Chromium here: apt-get install chromium"),
  .serialized
)
struct HistoryPageTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a page, and returns its address.
  func written(_ inspection: Inspection, title: String = "A page") throws -> String {
    try folder.write(bytes: HistoryPage(of: inspection, title: title).html, to: "page.html")
    return "file://" + folder.file("page.html")
  }

  @Test(
    "What it shows at random moments is what the library says: of the Workspace, and of two apps it never saw"
  )
  func states() throws {
    let browser = try Browser.shared.get()
    var random = SplitMix64(seed: 25)
    func check(_ inspection: Inspection, _ name: String) throws {
      try browser.load(written(inspection))
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
    try browser.load(written(inspection, title: "</title><script>alert(1)</script>\u{202E}"))
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
      for (path, value) in told where value.unicodeScalars.allSatisfy({ (0x20..<0x7F).contains($0.value) }) {
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

  @Test(
    "It lands on a linked moment, steps by keys, slider and clicks, plays, and filters by place and author"
  )
  func travelling() throws {
    let browser = try Browser.shared.get()
    let inspection = try Inspection(of: folder.band(steps: 80).path)
    let address = try written(inspection)
    // The present is drawn like every other one, also where a link leads to it, as it does when the page is loaded again.
    for (link, id) in [
      ("", inspection.present), ("#moment=\(inspection.present)", inspection.present),
      ("#moment=999", inspection.present),
    ] {
      try browser.load(address + link)
      #expect(
        try browser.evaluate("document.querySelector('#number').textContent") as? String == "Moment \(id)"
      )
      #expect(
        try browser.evaluate("document.querySelectorAll('#state li').length") as? Int ?? 0 > 3,
        "\(link)"
      )
    }
    try browser.load(address + "#moment=12")
    func at() throws -> Int? { try browser.evaluate("strataHistory.moment") as? Int }
    #expect(
      try at() == 12
        && browser.evaluate("document.querySelector('#number').textContent") as? String == "Moment 12"
    )
    #expect(
      try browser.evaluate("document.querySelector('[aria-selected=true] .id').textContent") as? String
        == "12"
    )
    try browser.press("ArrowRight", code: 39)
    #expect(try at() == 13)
    for _ in 0..<3 { try browser.press("ArrowLeft", code: 37) }
    #expect(try at() == 10)
    try browser.press("Home", code: 36)
    #expect(try at() == 0)
    try browser.evaluate("slider.value = 5, slider.dispatchEvent(new Event('input'))")
    #expect(try at() == inspection.moments[5].id.number)
    try browser.evaluate("document.querySelector('#row-\(inspection.moments[7].id)').click()")
    #expect(try at() == inspection.moments[7].id.number)
    try browser.evaluate("location.hash = '#moment=20', new Promise(done => setTimeout(done, 50))")
    #expect(try at() == 20)
    try browser.evaluate(
      "document.getElementById('pace').value = '150', document.getElementById('play').click()"
    )
    try browser.evaluate("new Promise(done => setTimeout(done, 400))")
    try browser.evaluate("document.getElementById('play').click()")
    #expect(try at() ?? 0 > 20)
    try browser.evaluate("document.getElementById('to-present').click()")
    #expect(try at() == inspection.present.number)
    #expect(try browser.evaluate("document.querySelector('#marks .present') !== null") as? Bool == true)
    let agents = inspection.moments.filter { $0.author == "agent" }.map(\.id.number)
    try browser.evaluate(
      "author.value = [...author.options].find(o => o.text === 'agent').value, author.dispatchEvent(new Event('change'))"
    )
    #expect(try browser.evaluate("strataHistory.shown") as? [Int] == agents)
    try browser.press("Home", code: 36)
    #expect(try at() == agents.first)
    try browser.evaluate("author.value = '', place.value = 'stage', place.dispatchEvent(new Event('input'))")
    try browser.evaluate("new Promise(done => setTimeout(done, 200))")
    let lights = try inspection.moments.filter { moment in
      try inspection.step(to: moment.id).changes.contains { $0.path.first == .field("stage") }
    }
    #expect(
      try browser.evaluate("strataHistory.shown") as? [Int] == lights.map(\.id.number) && !lights.isEmpty
    )
    #expect(browser.complaints == [])
  }

  @Test(
    "At 10,000 moments and a megabyte of state a step takes less than a frame, and a jump less than 200 ms"
  )
  func speed() throws {
    // A history that is made in a debug build takes a while: usual runs have a smaller one, and the same bounds.
    let count = Soak.isOn ? 10_000 : Soak.pick(150, more: 400)
    var kitchen = Kitchen()
    for number in 0..<count / 5 {
      let steps = [String(repeating: "Stir. ", count: 60), "Serve."]
      kitchen.recipes["Recipe \(number)"] = Kitchen.Recipe(steps: steps, serves: number)
    }
    kitchen.notes = PersistentText(String(repeating: "A line of a note.\n", count: count))
    let store = Store(kitchen, undoing: \.self)
    for step in 1..<count {
      let recipe = Kitchen.Recipe(steps: ["Step \(step)"], serves: step)
      let (place, letters) = (step * 37 % (9 * count), ["x", "\u{e9}", "👩‍🍳"][step / 3 % 3])
      let note = Kitchen.Action.note(place, step % 4, letters)
      try store.send(step.isMultiple(of: 3) ? note : .cook("Recipe \(step * 7 % (count / 5))", recipe))
    }
    let inspection = try Inspection(of: store)
    // A letter may have taken its own place.
    let last = inspection.moments.count - 1
    #expect(last > count * 9 / 10)
    let browser = try Browser.shared.get()
    try browser.load(written(inspection))
    /// How long the page's thread has worked when the middle one of some moments was gone to, in milliseconds.
    func median(goingTo moments: [Moment]) throws -> Double {
      let times = try moments.map { moment in
        let begun = try browser.worked
        try browser.evaluate("strataHistory.go(\(moment.id)), document.body.offsetHeight")
        return try browser.worked - begun
      }
      return times.sorted()[times.count / 2]
    }
    let (first, middle) = (inspection.moments[1], inspection.moments[last / 2])
    let present = inspection.moments[last]
    let jump = try median(goingTo: (0..<5).flatMap { _ in [first, present] })
    try browser.evaluate("strataHistory.go(\(middle.id))")
    let step = try median(goingTo: Array(inspection.moments[(last / 2 + 1)...].prefix(Soak.isOn ? 150 : 60)))
    print("a step on the page: \(step) ms, a jump over \(count) moments: \(jump) ms, as medians")
    #expect(step < 16 && jump < 200)
    for moment in [1, last / 2, last / 3, last].map({ inspection.moments[$0] }) {
      let shown = try browser.evaluate("strataHistory.go(\(moment.id)), strataHistory.json") as? String
      #expect(
        try PlainValue(json: (shown ?? "").utf8) == inspection.state(at: moment.id),
        "moment \(moment.id)"
      )
    }
    #expect(browser.complaints == [])
  }

  @Test("It is smaller than three times the files, and loads nothing")
  func size() throws {
    let kitchen = try folder.kitchen(steps: 300)
    try kitchen.close()
    let inspection = try Inspection(of: kitchen.path)
    let page = HistoryPage(of: inspection, title: "A page").html
    #expect(inspection.fileBytes > 30_000 && page.count < 3 * inspection.fileBytes)
    let text = String(decoding: page, as: UTF8.self)
    // The one address names SVG, and is never loaded.
    #expect(text.components(separatedBy: "http://").count == 2)
    #expect(!text.contains("https://") && !text.contains("src="))
  }

  @Test(
    "Of the smallest history it is three times the files and its own code, which is written without what it can do without"
  )
  func smallest() throws {
    let kitchen = try folder.kitchen(steps: 1)
    try kitchen.close()
    let inspection = try Inspection(of: kitchen.path)
    let page = HistoryPage(of: inspection, title: "A page").html
    #expect(inspection.fileBytes < 2_000 && page.count < 3 * inspection.fileBytes + 52_000)
    #expect(!String(decoding: page, as: UTF8.self).contains("\n "))
  }

  @Test(
    "A screen reader hears names of everything that can be used, the moment that is chosen, and where one lands"
  )
  func accessible() throws {
    let browser = try Browser.shared.get()
    let inspection = try Inspection(of: folder.band(steps: 60).path)
    try browser.load(written(inspection) + "#moment=7")
    try browser.evaluate("rows.focus()")
    try browser.press("ArrowDown", code: 40)
    let nodes = try browser.send("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]] ?? []
    func value(_ node: [String: Any], _ key: String) -> String {
      (node[key] as? [String: Any])?["value"] as? String ?? ""
    }
    let heard = nodes.filter { $0["ignored"] as? Bool != true }
      .map { (role: value($0, "role"), name: value($0, "name")) }
    let used = ["button", "slider", "searchbox", "combobox", "listbox", "option", "heading"]
    for node in heard where used.contains(node.role) { #expect(!node.name.isEmpty, "\(node.role)") }
    for name in [
      "The oldest moment", "One moment back", "Play", "One moment on", "The newest moment", "Present",
    ] {
      #expect(heard.contains { $0 == ("button", name) }, "\(name)")
    }
    #expect(heard.contains { $0 == ("listbox", "Moments") } && heard.contains { $0 == ("slider", "Moment") })
    let eighth = inspection.moments[8]
    let chosen = try browser.evaluate(
      "document.getElementById(rows.getAttribute('aria-activedescendant')).textContent"
    )
    #expect((chosen as? String)?.contains(eighth.label) == true, "\(String(describing: chosen))")
    let said = "Moment \(eighth.id): \(eighth.label)"
    #expect(try browser.evaluate("document.getElementById('said').textContent") as? String == said)
    #expect(try browser.evaluate("slider.getAttribute('aria-valuetext')") as? String == said)
    #expect(browser.complaints == [])
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
    try browser.load(written(inspection))
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

  @Test(
    "Where no file says the state, or a step does not fit, the page says so, and shows what each step changed"
  )
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
    try folder.writeAsFormatOne("band.json")
    let edited = try folder.text(of: "band.json").replacing("\"blue\"", with: "\"white\"")
    try folder.write(edited, to: "band.json")
    try browser.load(written(Inspection(of: band.path)))
    #expect(try changes(1).contains("\"red\"") && text("no-state").contains("does not fit"))
    #expect(
      try browser.evaluate("strataHistory.json === null") as? Bool == true
    )
    #expect(try changes(3).contains("\"blue\"") && text("no-state") == "")
    try FileManager.default.removeItem(atPath: band.path)
    try? FileManager.default.removeItem(atPath: folder.file(".band.json.previous"))
    try browser.load(written(Inspection(of: band.path)))
    #expect(try text("remarks").contains("No state fits this history"))
    for (moment, light) in [(1, "red"), (2, "green"), (3, "blue")] {
      #expect(try changes(moment).contains("\"\(light)\"") && text("label") == "Light")
      #expect(try text("no-state") == "The state cannot be shown: no file says what the state was")
    }
    #expect(browser.complaints == [])
  }

  @Test(
    "At every width from 390 to 1,600 pixels nothing is cut off at the side, and names of authors can be read"
  )
  func widths() throws {
    let browser = try Browser.shared.get()
    let inspection = try Inspection(of: folder.band(steps: 120).path)
    try browser.load(written(inspection))
    for (width, isDark) in [(390, false), (760, true), (761, false), (900, true), (1_600, false)] {
      let picture = try browser.picture(width: width, height: 800, dark: isDark)
      #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(width)")
      // What lies beside the window, or beside the list, of all that is drawn there.
      let cut = """
        [...document.querySelectorAll("body, main, footer, #moment, #timeline, #rows, .row, .row > *, button, select, input")]
          .filter(item => item.getClientRects().length && item.id !== "canvas").map(item => [item,
            (item.closest("#rows") ?? document.documentElement).getBoundingClientRect(), item.getBoundingClientRect()])
          .filter(([item, around, box]) => box.right > Math.min(around.right, innerWidth) + 0.5 || box.left < around.left - 0.5)
          .map(([item]) => item.outerHTML.slice(0, 80))
        """
      #expect(try browser.evaluate(cut) as? [String] == [], "\(width)")
      let names = """
        [...document.querySelectorAll(".row .badge.author:nth-last-child(2)")].map(item =>
          item.scrollWidth <= item.clientWidth)
        """
      let readable = try browser.evaluate(names) as? [Bool] ?? []
      #expect(!readable.isEmpty && readable.allSatisfy { $0 }, "\(width): \(readable)")
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

extension PlainValue {
  /// What stands at each place that has nothing inside it, as the page shows it.
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
