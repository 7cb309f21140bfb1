import Testing

@testable import StrataREPL
@testable import StrataStorage

@Suite("The notice after opening")
struct NoticeTests {
  private typealias Report = OpeningReport

  /// Each history that an opening can find, with each damage of it.
  private static let histories: [(Report.History, Report.Damage?)] =
    [
      (.begun, nil), (.kept(moments: 3), nil), (.dropped(.noLog), nil), (.dropped(.otherLog), nil),
      (.dropped(.outOfStep), nil), (.dropped(.edited), nil),
      (.dropped(.damaged(offset: 1, reason: "r")), nil),
    ]
    + [Report.Kept.before, .behind].map {
      (.kept(moments: 3), Report.Damage(offset: 1, reason: "r", kept: $0))
    }

  @Test(
    "A notice has all findings, and never says that nothing is lost when something may be"
  )
  func combined() {
    var count = 0
    for (history, damage) in Self.histories {
      for bits in 0..<64 {
        var report = Report(history: history)
        func has(_ bit: Int) -> Bool { bits & (1 << bit) != 0 }
        report.damage = damage
        if has(0) { report.tornEnd = Report.TornEnd(count: 5, path: "aside") }
        report.isEditedOutside = has(1)
        if has(2) { report.brokenRule = "two of one" }
        if has(3) { report.lost = Report.Lost(moments: 2, reason: "r") }
        report.lostBytes = has(4) ? 9 : 0
        report.isCutOff = has(5)
        let text = notice(of: report, isReadOnly: false) ?? ""
        #expect(text.contains("It is kept in aside.") == has(0), "\(report)")
        if has(1) { #expect(text.contains("has edited the workspace"), "\(report)") }
        #expect(text.contains("contradicts itself: two of one") == has(2), "\(report)")
        #expect(text.contains("2 older steps") == has(3), "\(report)")
        let isWhole = damage == nil && [.begun, .kept(moments: 3)].contains(history)
        #expect((text == "") == (isWhole && bits & 0b1111 == 0), "\(report): \(text)")
        if has(4) || has(0) || has(5) { #expect(!text.contains("No change is lost"), "\(report): \(text)") }
        if has(4) || has(5) { #expect(!text.contains("No change is lost"), "\(report): \(text)") }
        // The advised command works.
        if text.contains("To undo that: undo") {
          guard case .kept = history else {
            Issue.record("\(report): \(text)")
            continue
          }
        }
        if text.contains("Recovered") { #expect(damage?.kept == .before) }
        #expect(notice(of: report, isReadOnly: true)?.contains("undo that: undo") != true)
        count += 1
      }
    }
    #expect(count == 9 * 64)
  }
}
