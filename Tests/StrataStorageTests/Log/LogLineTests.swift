import Measuring
import StrataCore
import Testing

@testable import StrataStorage

@Suite("The lines of a log")
struct LogLineTests {
  @Test("The checksum is the one of Castagnoli's polynomial, however the bytes are cut up")
  func checksum() {
    var whole = Checksum()
    whole.add(Array("123456789".utf8))
    #expect(whole.value == 0xE306_9283)
    var random = SplitMix64(seed: 3)
    for _ in 0..<200 {
      let bytes = (0..<random.below(60)).map { _ in UInt8(random.below(256)) }
      var (one, parts) = (Checksum(), Checksum())
      one.add(bytes)
      let cut = random.below(bytes.count + 1)
      parts.add(Array(bytes[..<cut]))
      parts.add(Array(bytes[cut...]))
      #expect(one == parts && one.value == slow(bytes))
    }
  }

  /// The definition, a bit at a time.
  private func slow(_ bytes: [UInt8]) -> UInt32 {
    var rest: UInt32 = .max
    for byte in bytes {
      rest ^= UInt32(byte)
      for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0x82F6_3B78 : rest >> 1 }
    }
    return ~rest
  }

  @Test("A line is what it is, a length, a checksum and JSON, for people to read")
  func layout() {
    let (bytes, checksum) = LogLine.write(
      .change(17, isSettled: true),
      Array("{}".utf8),
      after: LogLink().following(Checksum(value: 7))
    )
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("s17 2 ") && text.hasSuffix(" {}\n") && text.utf8.count == 18)
    guard case .line(let line) = bytes.withBytes({ LogLine.read($0, at: 0) }) else {
      Issue.record("It cannot be read")
      return
    }
    #expect(line.kind == .change(17, isSettled: true) && line.payload == 15..<17 && line.end == bytes.count)
    let again = bytes.withBytes {
      line.checksum(in: $0, after: LogLink().following(Checksum(value: 7)))
    }
    #expect(line.checksum == checksum && again == checksum)
    #expect(checksum != LogLine.write(.change(17, isSettled: true), Array("{}".utf8), after: LogLink()).1)
  }

  @Test("Any cut makes a line incomplete, and any flipped bit makes a line invalid")
  func damaged() {
    let (bytes, _) = LogLine.write(.page(3), Array("{\"a\":1}".utf8), after: LogLink())
    for count in 0..<bytes.count {
      let found = bytes[..<count].withBytes { LogLine.read($0, at: 0) }
      guard case .incomplete(let needed) = found else {
        Issue.record("cut to \(count): \(found)")
        continue
      }
      #expect(needed > count)
    }
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        changed.withBytes { text in
          guard case .line(let line) = LogLine.read(text, at: 0) else { return }
          let computed = line.checksum(in: text, after: LogLink())
          #expect(computed != line.checksum, "bit \(bit) of byte \(index)")
        }
      }
    }
  }

  @Test("A record says what happened, and reads what it wrote")
  func heads() throws {
    let (a, b) = (try #require(Moment.ID(number: 12)), try #require(Moment.ID(number: 4_000_000_000)))
    let (label, time) = ("Add \"é\"\n\u{7}", Timestamp(nanosecondsSince1970: .min))
    let off = StepSwitch(a, isOn: false)
    let own = try Patch(from: ["a]"], to: ["b"]).packed
    let events: [HistoryEvent] = [
      .nothing, .made(b, after: a, label: label, at: time), .extended(a, label: "", at: time),
      .moved(.step(.back), to: a), .moved(.step(.forward), to: b), .moved(.jump(b), to: b),
      .begun(a, label: "Start", at: Timestamp(nanosecondsSince1970: .max)), .saved(b),
      .forgotten(a), .named(a, "Before \"it\""),
      .made(b, after: a, label: label, at: time, Provenance("agent \"é\"")),
      .made(b, after: a, label: label, at: time, Provenance("agent", .undo([off]))),
      .made(b, after: a, label: label, at: time, Provenance(.user, .redo([StepSwitch(b, isOn: true)]))),
      .made(b, after: a, label: label, at: time, Provenance("as", .undo([]))),
      .made(b, after: a, label: label, at: time, Provenance(.user, .merge(of: a))),
      .made(
        b,
        after: a,
        label: label,
        at: time,
        Provenance(
          "as",
          .switched([off, StepSwitch(b, change: 0, isOn: false), StepSwitch(b, change: 7, isOn: true)])
        )
      ),
      .made(b, after: a, label: label, at: time, Provenance(.user, .external)),
      .made(b, after: a, label: label, at: time, Provenance(.user, note: Array(#"{"a":["]",1]}"#.utf8))),
      .made(b, after: a, label: label, at: time, Provenance("as", .undo([off]), note: Array(#""]\"""#.utf8))),
      .begun(a, label: "Start", at: time, Provenance(.user, note: Array("null".utf8))),
      .begun(a, label: "Start", at: time, Provenance("sync", .external)),
      .begun(b, label: "Start", at: time, Provenance(.user, .merge(of: a))),
      .made(b, after: a, label: label, at: time, Provenance("as", .switched([off]), own: own, note: [48])),
      .begun(b, label: "Start", at: time, Provenance("agent", .merge(of: a), own: own)),
    ]
    let patch = try Patch(json: "{\"fields\":{\"patch\":{\"runs\":[{\"insert\":[[],\"]}\"]}]}}}".utf8)
    for event in events {
      for evicted in [[], [a], [a, b]] {
        for restoredValues in [nil, Array("[{\"]\":\"\\\"}\"},null]".utf8)] {
          var isSaved = event == .saved(b) || event == .forgotten(a)
          if case .named = event { isSaved = true }
          let json = RecordHead.json(
            event,
            evicted: evicted,
            restoredValues: restoredValues,
            patch: isSaved ? nil : patch
          ).bytes
          #expect(throws: Never.self) { try PlainValue(json: json) }
          let head = try #require(
            json.withBytes { RecordHead($0) },
            "\(String(decoding: json, as: UTF8.self))"
          )
          #expect(head.event == event && head.evicted == evicted)
          #expect(head.restoredValues.map { Array(json[$0]) } == restoredValues)
          #expect(head.patch.map { Array(json[$0]) } == (isSaved ? nil : patch.json))
          // The patch itself is decoded only when it is needed; the checksum covers all of its bytes.
          let end = head.patch?.lowerBound ?? json.count - 1
          #expect((0...end).allSatisfy { json[..<$0].withBytes { RecordHead($0) } == nil })
        }
      }
    }
  }

  @Test("RecordHead rejects JSON that no log writes")
  func strangeHeads() {
    for text in [
      "", "{", "[]", "{}x", "{\"moment\":1,\"label\":\"x\"}", "{\"after\":-1,\"patch\":{}}",
      "{\"moment\":4294967295,\"by\":\"undo\"}", "{\"by\":\"fly\",\"moment\":1}",
      "{\"gone\":[1,],\"patch\":{}}",
      "{\"at\":99999999999999999999,\"label\":\"x\",\"into\":1}", "{\"label\":\"\\x\",\"at\":1,\"into\":2}",
      "{\"saved\":1,\"moment\":2}", "{\"unknown\":1}", "{\"gone\":[1],}",
    ] {
      #expect(Array(text.utf8).withBytes { RecordHead($0) } == nil, "\(text)")
    }
  }
}
