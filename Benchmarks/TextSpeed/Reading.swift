import Measuring
import PersistentCollections

/// Finding places in texts of one size.
struct FindingRun {
  let run: Suite.Run

  init(_ run: Suite.Run) {
    self.run = run
  }

  func record() {
    let string = Prose.text(bytes: run.n)
    let text = PersistentText(string)
    let (lines, units, characters) = (text.lines.count, text.utf16.count, string.count)
    measure("PersistentText", "line ns", 100_000, below: lines) { text.lines.start(at: $0) }
    measure("PersistentText", "number of line ns", 100_000, below: run.n) { offset in
      text.lines.number(at: text.utf8.index(text.startIndex, offsetBy: offset))
    }
    measure("PersistentText", "utf16 ns", 100_000, below: units) {
      text.utf16.index(text.startIndex, offsetBy: $0)
    }
    measure("PersistentText", "character ns", few, below: characters) {
      text.index(text.startIndex, offsetBy: $0)
    }
    measure("String", "line ns", few, below: lines) { number in
      var ends = 0
      return string.utf8.firstIndex { byte in
        ends += byte == 0x0A ? 1 : 0
        return ends == number
      }
    }
    measure("String", "utf16 ns", few, below: units) { string.utf16.index(string.startIndex, offsetBy: $0) }
    measure("String", "character ns", few, below: characters) {
      string.index(string.startIndex, offsetBy: $0)
    }
  }

  /// How often what takes as long as the text is long is done.
  private var few: Int { max(4, min(1_000, 10_000_000 / run.n)) }

  private func measure<Place>(
    _ type: String,
    _ metric: String,
    _ count: Int,
    below bound: Int,
    _ find: (Int) -> Place
  ) {
    var random = SplitMix64(seed: 26)
    let numbers = (0..<count).map { _ in random.below(bound) }
    run.record(
      type,
      metric,
      run.median {
        nanoseconds { for number in numbers { blackHole(find(number)) } } / Double(count)
      }
    )
  }
}

/// Going through texts of one size.
struct ReadingRun {
  let run: Suite.Run

  init(_ run: Suite.Run) {
    self.run = run
  }

  func record() {
    let string = Prose.text(bytes: run.n)
    let text = PersistentText(string)
    measure("PersistentText", text, utf8: text.utf8)
    measure("String", string, utf8: string.utf8)
    perByte("PersistentText", "to string ns/byte") { blackHole(String(text)) }
    perByte("PersistentText", "from string ns/byte") { blackHole(PersistentText(string)) }
    let other = PersistentText(string)
    perByte("PersistentText", "equal ns/byte") { precondition(text == other) }
    perByte("PersistentText", "hash ns/byte") { blackHole(text.hashValue) }
    perByte("String", "hash ns/byte") { blackHole(string.hashValue) }
    run.record("PersistentText", "bytes/byte", Double(text.footprint.bytes) / Double(text.utf8.count))
  }

  private func measure(_ type: String, _ text: some Collection<Character>, utf8: some Collection<UInt8>) {
    perByte(type, "characters ns/byte") {
      var count = 0
      for character in text where character == "e" { count += 1 }
      blackHole(count)
    }
    perByte(type, "utf8 ns/byte") {
      var sum = 0
      for byte in utf8 { sum &+= Int(byte) }
      blackHole(sum)
    }
  }

  private func perByte(_ type: String, _ metric: String, _ body: () -> Void) {
    let rounds = max(1, 100_000 / run.n)
    run.record(
      type,
      metric,
      run.median { nanoseconds { for _ in 0..<rounds { body() } } / Double(run.n * rounds) }
    )
  }
}
