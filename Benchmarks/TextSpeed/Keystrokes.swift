import Measuring
import PersistentCollections

/// Letters that are typed into one kind of text of one size, every version kept.
struct Keystrokes<Text: TypedText> {
  let run: Suite.Run
  let start: Text
  let bytes: [UInt8]

  init(_ run: Suite.Run, _: Text.Type) {
    self.run = run
    let prose = Prose.text(bytes: run.n)
    (start, bytes) = (Text(prose), Array(prose.utf8))
  }

  func record() {
    keepVersions(typingAt: Prose.places(Text.steps(run), in: bytes), "")
    var random = SplitMix64(seed: 25)
    // Letters typed before a place move it, so places go from the end to the beginning.
    let scattered = (0..<Text.steps(run)).map { _ in Prose.scalarStart(random.below(bytes.count), in: bytes) }
    keepVersions(typingAt: shuffled(scattered), "random ")
  }

  /// Offsets that stay between scalars while letters are typed at them, in the order given.
  private func shuffled(_ places: [Int]) -> [Int] {
    var before = OffsetCounts(bytes.count)
    return places.map { place in
      defer { before.add(place) }
      return place + before.count(before: place)
    }
  }

  private func keepVersions(typingAt places: [Int], _ prefix: String) {
    var times: [Double] = []
    var grown = 0
    var counted = 0
    for _ in 0..<run.rounds {
      var versions = [start]
      versions.reserveCapacity(places.count + 1)
      var present = start
      let before = Heap.liveBytes
      times.append(
        nanoseconds {
          for place in places {
            present.type("x", at: place)
            versions.append(present)
          }
        }
      )
      grown = Heap.liveBytes - before
      if let texts = versions as? [PersistentText] {
        counted = texts.footprint.bytes - texts[0].footprint.bytes
      }
    }
    let count = Double(places.count)
    run.record(Text.typeName, prefix + "bytes/step", Double(grown) / count, steps: places.count)
    if Text.self == PersistentText.self {
      run.record(Text.typeName, prefix + "footprint/step", Double(counted) / count, steps: places.count)
    }
    run.record(
      Text.typeName,
      prefix + "ns/step",
      times.sorted()[times.count / 2] / count,
      steps: places.count
    )
  }
}

/// Counts how often offsets below another one were added, in logarithmic time.
struct OffsetCounts {
  private var sums: [Int]

  init(_ count: Int) {
    sums = Array(repeating: 0, count: count + 1)
  }

  mutating func add(_ offset: Int) {
    var index = offset + 1
    while index < sums.count {
      sums[index] += 1
      index += index & -index
    }
  }

  func count(before offset: Int) -> Int {
    var (index, sum) = (offset, 0)
    while index > 0 {
      sum += sums[index]
      index -= index & -index
    }
    return sum
  }
}
