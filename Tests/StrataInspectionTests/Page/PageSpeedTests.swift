import Foundation
import PersistentCollections
import StrataCore
import TestSupport
import Testing

@testable import StrataInspection

extension PageTests {
  @Suite("Steps and jumps on the page")
  struct PageSpeedTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
      "However many moments and recipes there are, a step makes some elements anew, and a jump those that are shown"
    )
    func speed() throws {
      // A history that is made in a debug build takes a while: usual runs have a smaller one, and the same counts.
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
      try browser.load(folder.page(of: inspection))
      // Counts the elements that the page makes.
      try browser.evaluate(
        """
        window.made = 0;
        const make = document.createElement;
        document.createElement = function (...words) { window.made++; return make.apply(this, words); };
        """
      )
      /// The median of the elements made and of the page's work in milliseconds, for each of some moments.
      func median(goingTo moments: [Moment]) throws -> (made: Int, worked: Double) {
        var (made, worked): ([Int], [Double]) = ([], [])
        for moment in moments {
          let begun = try browser.worked
          let count = try browser.evaluate(
            "made = 0, strataHistory.go(\(moment.id)), document.body.offsetHeight, made"
          )
          worked.append(try browser.worked - begun)
          made.append(try #require(count as? Int))
        }
        return (made.sorted()[made.count / 2], worked.sorted()[worked.count / 2])
      }
      let (first, middle) = (inspection.moments[1], inspection.moments[last / 2])
      let present = inspection.moments[last]
      let jump = try median(goingTo: (0..<3).flatMap { _ in [first, present] })
      try browser.evaluate("strataHistory.go(\(middle.id))")
      let step = try median(
        goingTo: Array(inspection.moments[(last / 2 + 1)...].prefix(Soak.isOn ? 150 : 30))
      )
      print("on the page, as medians: a step \(step), a jump over \(count) moments \(jump)")
      #expect(step.made < 500 && jump.made < 2_500)
      for moment in [1, last / 2, last / 3, last].map({ inspection.moments[$0] }) {
        let shown = try browser.evaluate("strataHistory.go(\(moment.id)), strataHistory.json") as? String
        #expect(
          try PlainValue(json: (shown ?? "").utf8) == inspection.state(at: moment.id),
          "moment \(moment.id)"
        )
      }
      #expect(browser.complaints == [])
    }
  }
}
