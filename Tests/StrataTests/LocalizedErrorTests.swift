import Foundation
import Strata
import Testing

@Suite("Errors as an alert shows them")
struct LocalizedErrorTests {
  @Test("The localized description is the sentence")
  func sentences() {
    let errors: [any Error] = [
      StoreError.nothingToUndo, LogError.closed(path: "/a/state.json.log"),
      StateFileError.lockLost(path: "/a/state.json"),
    ]
    for error in errors {
      #expect(error.localizedDescription == "\(error)")
      #expect(!error.localizedDescription.contains("error 0"))
    }
  }

  @Test("The error of reading garbage says where it is wrong")
  func garbage() {
    let error = #expect(throws: (any Error).self) { try [Int](json: Array("[1,}".utf8)) }
    #expect(error?.localizedDescription == error.map { "\($0)" })
    #expect(error?.localizedDescription.contains("could not be completed") == false)
  }
}
