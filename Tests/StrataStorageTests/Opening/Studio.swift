import Measuring
import PersistentCollections
import StrataCore

/// A described state of which undo covers several parts, one of them inside another record; and the same parts as one, which
/// is computed.
struct Studio: Reducible, Described, Equatable {
  var notes: PersistentMap<Int, String> = [:]
  var drawing: PersistentSortedMap<Int, Double> = [:]
  var desk = Desk()
  var selected: [Int] = []
  var opened = 0

  struct Desk: Described, Equatable {
    var pens: [String] = []
    /// Not covered by undo, though it lies beside what is.
    var lamp: Int?

    static func describe(_ field: inout Fields<Desk>) {
      field("lamp", \.lamp)
      field("pens", \.pens)
    }
  }

  static func describe(_ field: inout Fields<Studio>) {
    field("desk", \.desk)
    field("drawing", \.drawing)
    field("notes", \.notes)
    field("opened", \.opened)
    field("selected", \.selected)
  }

  /// All that undo covers, as one value.
  struct Content: Described, Equatable {
    var notes: PersistentMap<Int, String> = [:]
    var drawing: PersistentSortedMap<Int, Double> = [:]
    var pens: [String] = []

    static func describe(_ field: inout Fields<Content>) {
      field("drawing", \.drawing)
      field("notes", \.notes)
      field("pens", \.pens)
    }
  }

  var content: Content {
    get {
      var content = Content()
      (content.notes, content.drawing, content.pens) = (notes, drawing, desk.pens)
      return content
    }
    set { (notes, drawing, desk.pens) = (newValue.notes, newValue.drawing, newValue.pens) }
  }

  enum Action: Equatable, Sendable {
    case write(Int, String)
    case draw(Int, Double)
    case erase(Int)
    case sharpen([String])
    /// Changes several parts at once, and what is beside them.
    case move(Int, to: Int)
    case light(Int?)
    case select([Int])
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .write(let id, let text): notes[id] = text
    case .draw(let id, let weight): drawing[id] = weight
    case .erase(let id): (notes[id], drawing[id]) = (nil, nil)
    case .sharpen(let pens): desk.pens = pens
    case .move(let id, let other):
      (notes[other], drawing[other], desk.pens, selected) = (notes[id], drawing[id], ["moved"], [other])
      (notes[id], drawing[id]) = (nil, nil)
      opened += 1
    case .light(let lamp): desk.lamp = lamp
    case .select(let ids): selected = ids
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .write(let id, _): .merge("Write", key: "\(id)", within: .seconds(1_000_000))
    case .draw: .step("Draw")
    case .erase: .step("Erase")
    case .sharpen: .step("Sharpen")
    case .move: .step("Move")
    case .light, .select: .untracked
    }
  }
}

extension Studio.Action {
  /// An action of those that make all sorts of values: zeros, none, what is not a number, two spellings of a text.
  static func random(using random: inout SplitMix64) -> Studio.Action {
    let (id, other) = (random.below(12), random.below(12))
    return switch random.below(12) {
    case 0..<3:
      .write(id, ["", "e\u{301}", "\u{e9}", "A", "A longer text, number \(other)"][random.below(5)])
    case 3..<6: .draw(id, [0, -0.0, .nan, 1, .infinity][random.below(5)])
    case 6: .erase(id)
    case 7: .sharpen((0..<random.below(3)).map { "pen \($0 + other)" })
    case 8: .move(id, to: other)
    case 9: .light(other == 0 ? nil : other)
    default: .select([id])
    }
  }
}
