import StrataCore
import Testing

/// States whose descriptions are wrong, each in one way.
private protocol Wrong: Reducible, Described where Action == Int {
  var number: Int { get set }
}

extension Wrong {
  mutating func reduce(_ action: Int) { number = action }
}

private struct Forgetful: Wrong {
  var number = 0
  var other = 0
  static func describe(_ field: inout Fields<Forgetful>) { field("number", \.number) }
}

private struct Swapped: Wrong {
  var number = 0
  var other = 0

  static func describe(_ field: inout Fields<Swapped>) {
    field("other", \.number)
    field("number", \.other)
  }
}

private struct Restless: Wrong {
  var number = 0
  var seed = UInt64.random(in: 0 ... .max)

  static func describe(_ field: inout Fields<Restless>) {
    field("number", \.number)
    field("seed", \.seed)
  }
}

private struct Watched: Wrong {
  var number = 0 { didSet { other = number } }
  var other = 0
  var half: Int {
    get { number / 2 }
    set { number = 2 * newValue }
  }

  static func describe(_ field: inout Fields<Watched>) {
    field("half", \.half)
    field("number", \.number)
    field("other", \.other)
  }
}

private struct Ambiguous: Wrong {
  var number = 0
  var other = 0

  static func describe(_ field: inout Fields<Ambiguous>) {
    field("number", \.number)
    field("other", \.other, formerly: "number")
  }
}

/// Tells of a property no more than what has the same name in it, beside a property that follows from others.
private struct Shallow: Wrong {
  struct Depth: Described, Equatable {
    var depth = 0
    var unit = 0

    static func describe(_ field: inout Fields<Depth>) {
      field("depth", \.depth)
      field("unit", \.unit)
    }
  }

  var number = 0
  var depth = Depth()
  var doubled = 0

  static func describe(_ field: inout Fields<Shallow>) {
    field("number", \.number)
    field("depth", \.depth.depth)
    field.derived("doubled")
  }
}

private struct Outer<Inner: Wrong>: Reducible, Described {
  var inner: [Inner] = []
  mutating func reduce(_ action: Int) { inner = [Inner()] }
  static func describe(_ field: inout Fields<Outer>) { field("inner", \.inner) }
}

@Suite("Descriptions that cannot be right")
struct DescriptionErrorTests {
  /// A store with such a state takes no changes, alone or within another one, and says why.
  private func expect<State: Wrong>(_ type: State.Type, _ problem: DescriptionError.Problem) {
    let error = DescriptionError(problems: [problem])
    let store = Store(State())
    #expect(throws: error) { try store.send(1) }
    #expect(store.state.number == 0 && store.revision == 0)
    let outer = Store(Outer<State>())
    #expect(throws: error) { try outer.send(1) }
    // Optimised, a private type's name is "(Name in _F1…)".
    let name = "\(State.self)".drop { $0 == "(" }.prefix { $0.isLetter }
    #expect("\(error)".contains(name))
  }

  @Test("A stored field that is not told, is told under another one's name, or twice")
  func fields() {
    expect(Forgetful.self, .forgotten(property: "other", type: "Forgetful"))
    expect(Shallow.self, .forgotten(property: "depth", type: "Shallow"))
    expect(Ambiguous.self, .twice(name: "number", type: "Ambiguous"))
    let error = #expect(throws: DescriptionError.self) { try Store(Swapped()).send(1) }
    #expect(
      error?.problems == [
        .swapped(name: "number", property: "other", type: "Swapped"),
        .swapped(name: "other", property: "number", type: "Swapped"),
      ]
    )
  }

  @Test("A value to begin with that is another one each time")
  func restless() {
    expect(Restless.self, .notTheSameTwice(field: "seed", type: "Restless"))
  }

  @Test("A field that is filled in is stored: a computed field and one with an observer are refused by name")
  func computed() {
    let problems = ["half", "number"].map { DescriptionError.Problem.computed(field: $0, type: "Watched") }
    #expect(Watched.descriptionError?.problems == problems)
  }

  @Test("Fingerprints change with names and kinds, and not with the order in which fields are told")
  func fingerprints() {
    struct One: Described {
      var a = 0
      var b: [String] = []

      static func describe(_ field: inout Fields<One>) {
        field("a", \.a)
        field("b", \.b)
      }
    }
    struct Same: Described {
      var b: [String] = []
      var c = 0

      static func describe(_ field: inout Fields<Same>) {
        field("b", \.b)
        field("a", \.c)
      }
    }
    struct Renamed: Described {
      var a = 0
      var b: [String] = []

      static func describe(_ field: inout Fields<Renamed>) {
        field("a", \.a)
        field("c", \.b, formerly: "b")
      }
    }
    struct Retyped: Described {
      var a = 0
      var b: Set<String> = []

      static func describe(_ field: inout Fields<Retyped>) {
        field("a", \.a)
        field("b", \.b)
      }
    }
    #expect(One.descriptionFingerprint == Same.descriptionFingerprint)
    #expect(One.descriptionFingerprint != Renamed.descriptionFingerprint)
    #expect(One.descriptionFingerprint != Retyped.descriptionFingerprint)
  }

  @Test("An error message drops the full stop of a rule's reason")
  func sentence() {
    let error = PatchError(.refused(type: "Board", reason: "There would be no layer."))
    #expect("\(error)" == "Board refuses it: There would be no layer")
    #expect("\(PatchError(.refused(type: "Board", reason: "Below()")))" == "Board refuses it: Below()")
  }
}
