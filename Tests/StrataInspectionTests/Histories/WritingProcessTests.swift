import Foundation
import StrataCore
import TestSupport
import Testing

@testable import StrataInspection

@Suite("Looking at files that another process writes")
struct WritingProcessTests {
  @Test(
    "Whenever it looks, it sees one history without damage, with all that was acknowledged; the writer goes on"
  )
  func meanwhile() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("entries.json")
    // It saves and writes its log anew every few steps.
    let subject = try RunningProgram(RunningProgram.path(of: "SavingSubject"), ["log", path, "1000000"])
    defer {
      subject.kill()
      _ = subject.finish()
    }
    var acknowledged = 0
    func hear() {
      acknowledged =
        subject.waitForOutput().split(separator: "\n").compactMap { Int($0) }.last ?? acknowledged
    }
    hear()
    let first = acknowledged
    for round in 0..<(Soak.isOn ? 200 : 15) {
      let inspection = try Inspection(of: path)
      #expect(inspection.remarks == [], "round \(round)")
      let present = try inspection.state(at: inspection.present)
      guard case .integer(let last)? = present["lastID"] else {
        Issue.record("round \(round): \(present)")
        break
      }
      #expect(last >= acknowledged, "round \(round)")
      hear()
      // Each step has added one entry to what it follows on.
      for moment in inspection.moments {
        guard let parent = moment.parent,
          case .record(let before)? = try inspection.state(at: parent)["texts"],
          case .record(let after)? = try inspection.state(at: moment.id)["texts"]
        else { continue }
        #expect(after.members.count == before.members.count + 1, "round \(round), moment \(moment.id)")
      }
      hear()
    }
    #expect(acknowledged > first)
  }
}
