import Foundation
import Strata
import StrataStorage
import Testing

@Suite("The examples on the page about following a writer")
struct FollowingPageTests {
  @Test(
    "A store that is read follows the one that is written, and a feed tells its changes",
    .timeLimit(.minutes(30))
  )
  func following() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/strata-following-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/diary.json"
    let writer = try DurableStore(at: path, undoing: \.entries, startingWith: Diary())
    try writer.store.send(.write("Rain all day"))

    let options = OpeningOptions(access: .reading)
    let reader = try DurableStore(at: path, undoing: \.entries, startingWith: Diary(), options: options)
    let token = reader.store.observe { transition in print(transition.after.entries.count) }
    try reader.catchUp()
    let following = reader.follow()

    let states = reader.store.states()
    try writer.store.send(.write("Sun"))
    for await snapshot in states where snapshot.state.entries.count == 2 { break }
    #expect(reader.store.state.entries == ["Rain all day", "Sun"] && reader.store.canUndo)
    following.cancel()
    token.cancel()

    let carrying = Task { try await carry(path, after: nil) }
    carrying.cancel()
    try await carrying.value
    try writer.close()
  }
}

func carry(_ path: String, after last: ChangePosition?) async throws {
  for try await item in ChangeFeed(of: path, after: last) {
    switch item {
    case .state(let state, let told):
      print("everything: \(state) at \(told.position?.description ?? "no log")")
    case .change(let change): print("\(change.position): \(change.patch)")
    }
  }
}
