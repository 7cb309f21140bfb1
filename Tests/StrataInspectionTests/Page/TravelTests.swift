import StrataCore
import TestSupport
import Testing

@testable import StrataInspection

extension PageTests {
  @Suite("Ways through a history on the page")
  struct TravelTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
      "It lands on a linked moment, steps by keys, slider and clicks, plays, and filters by place and author"
    )
    func travelling() throws {
      let browser = try Browser.shared.get()
      let inspection = try Inspection(of: folder.band(steps: 80).path)
      let page = try folder.page(of: inspection)
      // The present is drawn like every other one, also where a link leads to it, as it does when the page is loaded again.
      for (link, id) in [
        ("", inspection.present), ("#moment=\(inspection.present)", inspection.present),
        ("#moment=999", inspection.present),
      ] {
        try browser.load(page, at: link)
        #expect(
          try browser.evaluate("document.querySelector('#number').textContent") as? String == "Moment \(id)"
        )
        #expect(
          try browser.evaluate("document.querySelectorAll('#state li').length") as? Int ?? 0 > 3,
          "\(link)"
        )
      }
      try browser.load(page, at: "#moment=12")
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
      try browser.evaluate("location.hash = '#moment=20'")
      try browser.wait(until: "strataHistory.moment === 20")
      try browser.evaluate(
        "document.getElementById('pace').value = '150', document.getElementById('play').click()"
      )
      try browser.wait(until: "strataHistory.moment > 20")
      try browser.evaluate("document.getElementById('play').click()")
      let stopped = try at()
      try browser.evaluate("new Promise(done => setTimeout(done, 200))")
      #expect(try at() == stopped)
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
      try browser.evaluate(
        "author.value = '', place.value = 'stage', place.dispatchEvent(new Event('input'))"
      )
      let lights = try inspection.moments.filter { moment in
        try inspection.step(to: moment.id).changes.contains { $0.path.first == .field("stage") }
      }
      #expect(!lights.isEmpty)
      try browser.wait(
        until: "strataHistory.shown.join() === '\(lights.map(\.id.description).joined(separator: ","))'"
      )
      #expect(browser.complaints == [])
    }

    @Test(
      "A screen reader hears names of everything that can be used, the moment that is chosen, and where one lands"
    )
    func accessible() throws {
      let browser = try Browser.shared.get()
      let inspection = try Inspection(of: folder.band(steps: 60).path)
      try browser.load(folder.page(of: inspection), at: "#moment=7")
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
      #expect(
        heard.contains { $0 == ("listbox", "Moments") } && heard.contains { $0 == ("slider", "Moment") }
      )
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

    @Test(
      "At every width from 390 to 1,600 pixels nothing is cut off at the side, and names of authors can be read"
    )
    func widths() throws {
      let browser = try Browser.shared.get()
      let inspection = try Inspection(of: folder.band(steps: 120).path)
      try browser.load(folder.page(of: inspection))
      for (width, isDark) in [(390, false), (760, true), (761, false), (900, true), (1_600, false)] {
        try browser.resize(width: width, height: 800, dark: isDark)
        // The elements that stick out of the window or of the list.
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
  }
}
