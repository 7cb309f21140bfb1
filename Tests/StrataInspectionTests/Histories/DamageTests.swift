import Foundation
import Measuring
import StrataCore
import StrataStorage
import TestSupport
import Testing

@testable import StrataInspection

@Suite("Looking at damaged files as far as they go")
struct DamageTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A store that was saved twice, so that there is a version before the state, and then went on.
  private func band(closes: Bool) throws -> (Store<Band>, path: String, saved: [Band]) {
    let band = try folder.band(steps: 25)
    try band.flush()
    let saved = band.store.state
    var random = SplitMix64(seed: 4)
    try live(in: band.store, steps: 15, using: &random) { .random(using: &$0) }
    if closes { try band.close() }
    return (band.store, band.path, [saved, band.store.state])
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
  }

  @Test("After damage to any file, a state is shown as it was, or not at all")
  func anyDamage() throws {
    var random = SplitMix64(seed: 11)
    var (shown, added, refused, remarked) = (0, 0, 0, 0)
    for round in 0..<Soak.times(3) {
      let (store, path, saved) = try band(closes: round.isMultiple(of: 2))
      let names = ["band.json", "band.json.log", ".band.json.previous"]
      let whole = try names.map(bytes)
      let past = try store.timeline.map { try #require(store.state(at: $0.id)) }
      let all = try (past + saved).map { try PlainValue(of: $0) }
      for trial in 0..<30 {
        for (name, bytes) in zip(names, whole) { try folder.write(bytes: bytes, to: name) }
        // The log more often than the others, now and then two of them.
        for _ in 0...random.below(2) {
          let file = [1, 1, 1, 0, 2][random.below(5)]
          try folder.write(bytes: damaged(whole[file], using: &random), to: names[file])
        }
        guard let inspection = try? Inspection(of: path) else {
          refused += 1
          continue
        }
        if !inspection.remarks.isEmpty { remarked += 1 }
        for moment in inspection.moments {
          guard let state = try? inspection.state(at: moment.id) else {
            refused += 1
            continue
          }
          let parts = inspection.undone.map { state.value(at: $0) }
          let comment = Comment("round \(round), trial \(trial), \(moment)")
          // A state file that is newer than its history adds a last moment, in a state that the store once had, or an edited one.
          guard let known = store.timeline[moment.id], moment.label == known.label else {
            added += 1
            let isEdited = inspection.remarks.contains { $0.contains("edited by another hand") }
            #expect(
              isEdited || all.contains { whole in parts == inspection.undone.map { whole.value(at: $0) } },
              comment
            )
            continue
          }
          shown += 1
          let whole = try PlainValue(of: #require(store.state(at: moment.id)))
          #expect(parts == inspection.undone.map { whole.value(at: $0) }, comment)
        }
      }
      for name in folder.names { try FileManager.default.removeItem(atPath: folder.file(name)) }
    }
    #expect(shown > 300 && refused > 20 && remarked > 30, "\(shown), \(added), \(refused), \(remarked)")
  }

  private func damaged(_ bytes: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    let place = random.below(bytes.count)
    switch random.below(4) {
    case 0: bytes[place] ^= 1 << UInt8(random.below(8))
    case 1: bytes.removeLast(bytes.count - place)
    case 2:
      let end = min(bytes.count, place + 1 + random.below(300))
      for index in place..<end { bytes[index] = 0 }
    default: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(300)))
    }
    return bytes
  }

  @Test("A log whose end is cut off is shown up to there, and it says where it stops")
  func cutOff() throws {
    let (store, path, _) = try band(closes: false)
    let log = try bytes("band.json.log")
    try folder.write(bytes: log.dropLast(9), to: "band.json.log")
    let inspection = try Inspection(of: path)
    #expect(inspection.remarks.count == 1 && inspection.remarks[0].contains("bytes of the log, from byte"))
    #expect(inspection.moments.count >= store.timeline.count - 1)
  }

  @Test("A log of which no more than its head is there lacks the history that it should begin with")
  func headAlone() throws {
    let (store, path, _) = try band(closes: true)
    let log = try bytes("band.json.log")
    for count in try [0, #require(log.firstIndex(of: 10)) + 1] {
      try folder.write(bytes: log.prefix(count), to: "band.json.log")
      let inspection = try Inspection(of: path)
      #expect(inspection.remarks.contains("The log ends before the history that it should begin with."))
      #expect(try inspection.state(at: inspection.present) == PlainValue(of: store.state))
    }
  }

  @Test("Behind damage in its midst, a log is shown from there on, and it says where that begins and why")
  func behind() throws {
    let (store, path, _) = try band(closes: true)
    var log = try bytes("band.json.log")
    let lines = log.split(separator: 10, omittingEmptySubsequences: false)
    let place = try #require(lines.dropFirst(lines.count / 4).first?.startIndex)
    for index in place + 30..<place + 65 { log[index] = UInt8(ascii: "X") }
    try folder.write(bytes: log, to: "band.json.log")
    let inspection = try Inspection(of: path)
    #expect(inspection.moments.count > 2 && inspection.moments.count < store.timeline.count)
    #expect(inspection.remarks.count == 1, "\(inspection.remarks)")
    let begin = "The history begins behind damage, at byte \(place) of the log: change "
    #expect(inspection.remarks.first?.hasPrefix(begin) == true, "\(inspection.remarks)")
    for moment in inspection.moments {
      let state = try inspection.state(at: moment.id)
      let known = try PlainValue(of: #require(store.state(at: moment.id)))
      for path in inspection.undone { #expect(state.value(at: path) == known.value(at: path), "\(moment)") }
    }
  }

  @Test("A state that cannot be read is made of the version before it and the log")
  func stateGone() throws {
    let (store, path, _) = try band(closes: true)
    for damage in [[UInt8](), Array("{\"format\"".utf8), [UInt8](repeating: 0, count: 400)] {
      try folder.write(bytes: damage, to: "band.json")
      let inspection = try Inspection(of: path)
      #expect(inspection.remarks.count == 2)
      #expect(try disagreements(inspection, store) == [])
    }
    try FileManager.default.removeItem(atPath: path)
    #expect(try disagreements(Inspection(of: path), store) == [])
    try FileManager.default.removeItem(atPath: folder.file(".band.json.previous"))
    let names = try Inspection(of: path)
    #expect(names.moments.map(\.label) == store.timeline.ids.compactMap { store.timeline[$0]?.label })
    #expect(throws: InspectionError.self) { try names.state(at: names.present) }
    #expect(names.moments(touching: "red").isEmpty == false)
  }

  @Test("A state that another hand has edited is a moment of its own behind its history")
  func edited() throws {
    let (store, path, _) = try band(closes: true)
    let text = try folder.text(of: "band.json").replacing("\"plays\":", with: "\"plays\":1")
    try folder.write(text, to: "band.json")
    let inspection = try Inspection(of: path)
    #expect(
      inspection.moments.last?.label == "Edited outside"
        && inspection.moments.count == store.timeline.count + 1
    )
    #expect(inspection.remarks.contains { $0.contains("edited by another hand") })
  }

  @Test("A state without its log is one moment, and so is one beside another's log")
  func noLog() throws {
    let (store, path, _) = try band(closes: true)
    let log = try bytes("band.json.log")
    try FileManager.default.removeItem(atPath: folder.file("band.json.log"))
    let alone = try Inspection(of: path)
    #expect(alone.moments.count == 1 && alone.remarks.count == 1)
    #expect(try alone.state(at: alone.present) == PlainValue(of: store.state))
    let other = String(decoding: log, as: UTF8.self).replacing(
      /"id":"[0-9a-f]{16}"/,
      with: "\"id\":\"0123456789abcdef\""
    )
    try folder.write(other, to: "band.json.log")
    #expect(try Inspection(of: path).moments.count == 1)
  }

  @Test("A step that does not fit is named with the requested moment; no state is made up")
  func misfit() throws {
    let band = try folder.band(steps: 0)
    for light in ["red", "green", "blue"] { try band.store.send(.light([light])) }
    try band.close()
    try folder.replaceBand { $0.stage.lights = ["white"] }
    let inspection = try Inspection(of: band.path)
    let ids = inspection.moments.map(\.id)
    #expect(throws: Never.self) { try inspection.state(at: ids[3]) }
    for id in ids[..<3] {
      #expect(
        throws: InspectionError.noState(
          id,
          reason: "the step to moment 3 does not fit what stands at stage.lights[0]"
        )
      ) {
        try inspection.state(at: id)
      }
    }
  }
}
