import Measuring
import PersistentCollections
import StrataCore

/// Another app: undo covers two of its parts, one of them inside a record, and not what lies beside them.
struct Band: Reducible, Described, Equatable {
  var songs: PersistentSortedMap<Int, String> = [:]
  var stage = Stage()
  var plays = 0

  struct Stage: Described, Equatable {
    var lights: [String] = []
    var volume: Double?

    static func describe(_ field: inout Fields<Stage>) {
      field("lights", \.lights)
      field("volume", \.volume)
    }
  }

  static func describe(_ field: inout Fields<Band>) {
    field("plays", \.plays)
    field("songs", \.songs)
    field("stage", \.stage)
  }

  enum Action: Equatable, Sendable {
    case write(Int, String?)
    case light([String])
    case volume(Double?)
    case play(Int)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .write(let number, let title): songs[number] = title
    case .light(let lights): stage.lights = lights
    case .volume(let volume): stage.volume = volume
    case .play(let number):
      plays += 1
      songs[number] = "\(songs[number] ?? "?")!"
    }
  }

  func recording(of action: Action) -> Recording {
    if case .volume = action { .untracked } else { .step("\(action)".prefix { $0 != "(" }.capitalized) }
  }
}

extension Band.Action {
  static func random(using random: inout SplitMix64) -> Band.Action {
    switch random.below(8) {
    case 0..<3: .write(random.below(14), random.below(4) == 0 ? nil : Kitchen.Action.texts[random.below(17)])
    case 3, 4: .light((0..<random.below(5)).map { _ in ["red", "green", "blue"][random.below(3)] })
    case 5: .volume(random.below(3) == 0 ? nil : Double(random.below(9)) / 2)
    default: .play(random.below(14))
    }
  }
}
