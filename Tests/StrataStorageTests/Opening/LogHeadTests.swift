import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Parts and restored values in the head of a log")
struct LogHeadTests {
  /// A state whose fields have names that are hard to tell apart, and that a list of words would mix up.
  private struct Named: Reducible, Described {
    var number = 0

    static let names = ["a.b", "a + b", "caf\u{E9}", "cafe\u{301}", ""]
    static let paths: [WritableKeyPath<Named, String> & Sendable] = [
      \.first, \.second, \.third, \.fourth, \.fifth,
    ]

    var first = ""
    var second = ""
    var third = ""
    var fourth = ""
    var fifth = ""

    var computed: String {
      get { first }
      set { first = newValue }
    }

    mutating func reduce(_ action: Int) {
      number = action
      for path in Self.paths { self[keyPath: path] += "\(action)" }
    }

    static func describe(_ field: inout Fields<Named>) {
      field("number", \.number)
      for (name, path) in zip(names, paths) { field(name, path) }
    }
  }

  @Test("A restored part is told from another one whatever the fields are called", arguments: [true, false])
  func hardNames(isClosed: Bool) throws {
    for (before, now) in [(0, 1), (1, 0), (2, 3), (3, 2), (4, 0), (0, 4), (2, 2), (4, 4), (1, 1)] {
      let disk = SimulatedDisk()
      func open(_ index: Int) throws -> DurableStore<Named> {
        let part = try UndonePart(\Named.number, with: Named.paths[index])
        return try DurableStore(at: "/d/named.json", undoing: part, startingWith: Named(), in: disk)
      }
      let first = try open(before)
      for number in 1...3 { try first.store.send(number) }
      if isClosed { try first.close() } else { first.abandon() }
      let second = try open(now)
      try second.store.undo()
      #expect(second.store.state.number == 2)
      let isSame = before == now
      #expect(second.store.state[keyPath: Named.paths[now]] == (isSame ? "12" : "123"), "\(before) \(now)")
      #expect(second.report.isRewritten == !isSame)
    }
  }

  @Test("UndonePart refuses a restored part that is not a described field")
  func undescribed() throws {
    func refuses(_ make: () throws -> UndonePart<Named>) {
      #expect {
        _ = try make()
      } throws: { error in
        guard let error = error as? DescriptionError, error.problems.count == 1 else { return false }
        if case .restoredElsewhere(_, "Named") = error.problems[0] { return true } else { return false }
      }
    }
    refuses { try UndonePart(\Named.number, with: \Named.self) }
    refuses { try UndonePart(\Named.number, with: \Named.computed) }
    refuses { try UndonePart([DomainField].undone(\Named.number, \Named.first), with: \Named.computed) }
  }

  @Test("A head that could not be read again is not written")
  func longNames() throws {
    struct Long: Reducible, Described {
      var number = 0
      mutating func reduce(_ action: Int) { number = action }
      static func describe(_ field: inout Fields<Long>) {
        field(String(repeating: "n", count: 1 << 16), \.number)
      }
    }
    let disk = SimulatedDisk()
    #expect {
      try DurableStore(
        at: "/d/a.json",
        undoing: try UndonePart(\Long.number),
        startingWith: Long(),
        in: disk
      )
    } throws: {
      if case LogError.inaccessible(_, .write, .tooLarge) = $0 { true } else { false }
    }
    let whole = try DurableStore(
      at: "/d/b.json",
      undoing: try UndonePart(\Long.self),
      startingWith: Long(),
      in: disk
    )
    try whole.store.send(1)
    try whole.close()
  }
}
