import Measuring
import StrataCore
import StrataSync
import TestSupport
import Testing

@Suite("Machines that share what they change")
struct ConvergenceTests {
  /// Whether all machines have the same shared parts in the end, and what the order has led to.
  private func expectOne(_ machines: inout Machines, _ story: String) throws {
    try machines.settle()
    if let flaw = try machines.flaw() { Issue.record("\(story): \(flaw)") }
    for store in machines.stores {
      #expect(
        store.sharing.unpublishedCount == 0 && store.sharing.position == machines.order.count,
        "\(story)"
      )
    }
  }

  @Test(
    "Every way in which two machines can change, publish and take in, up to a length: one state in the end"
  )
  func exhaustive() throws {
    let length = Soak.isOn ? 6 : 5
    var ways = 0
    // Half of them, for the machines are alike. The stride has no part in common with six, or each way would begin the same.
    for way in 0..<(pow(6, length) / 2) where way % Soak.stride(23) == 0 {
      var machines = try Machines(2)
      for store in machines.stores { try store.send(.look("home \(store.sharing.site)")) }
      var rest = way
      var story: [String] = []
      for step in 0..<length {
        let (number, what) = (rest % 6 % 2, rest % 6 / 2)
        rest /= 6
        let store = machines.stores[number]
        switch what {
        case 0:
          story.append("\(number) changes")
          // Each time something else, and the two in each other's way.
          switch (step + number) % 4 {
          case 0: try store.send(.add("\(number)"))
          case 1: try store.send(.type("\(number)", at: 0))
          case 2: if let id = store.state.notes.keys.first { try store.send(.rename(id, "\(step)\(number)")) }
          default: if let id = store.state.notes.keys.first { try store.send(.remove(id)) }
          }
        case 1:
          story.append("\(number) publishes")
          _ = try machines.publish(number)
        default:
          story.append("\(number) takes in")
          try machines.takeIn(number)
        }
      }
      if let flaw = try machines.flaw() { Issue.record("\(story): \(flaw)") }
      try expectOne(&machines, "\(story)")
      for store in machines.stores { #expect(store.state.looksAt == "home \(store.sharing.site)") }
      ways += 1
      Soak.count(.machine)
    }
    #expect(ways > 150)
  }

  private func pow(_ base: Int, _ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  @Test(
    "Up to four machines, with any edits and delays, have the same bytes at the same position",
    arguments: 1...6 as ClosedRange<UInt64>
  )
  func random(seed: UInt64) throws {
    for round in 0..<UInt64(Soak.times(1)) {
      var random = SplitMix64(seed: seed &+ round &* 1_000)
      var machines = try Machines(2 + Int(seed) % 3)
      Soak.count(.machine)
      var story: [String] = []
      for step in 0..<60 {
        let number = random.below(machines.stores.count)
        let store = machines.stores[number]
        switch random.below(10) {
        case 0: story.append("\(number) publishes: \(try machines.publish(number))")
        case 1, 2:
          let choices: [MergeConflict.Choice] = [.mine, .theirs, .value(.integer(2)), .value(nil)]
          let choice = choices[random.below(4)]
          story.append("\(number) takes in: \(try machines.takeIn(number) { _ in choice })")
        case 3:
          try? store.undo()
          story.append("\(number) undoes")
        case 4:
          try? store.redo()
          story.append("\(number) redoes")
        case 5:
          try? store.undo(by: .user)
          story.append("\(number) undoes its own")
        case 6:
          if random.below(3) == 0 {
            try store.jump(to: store.timeline.ids.randomElement(using: &random) ?? store.timeline.present.id)
          }
        default:
          let action = store.state.anything(&random)
          story.append("\(number): \(action)")
          try? store.send(action)
        }
        if step % 5 == 4, let flaw = try machines.flaw() {
          Issue.record("seed \(seed), round \(round): \(flaw)\n\(story.suffix(12).joined(separator: "\n"))")
          return
        }
      }
      try expectOne(&machines, "seed \(seed), round \(round)")
    }
  }
}
