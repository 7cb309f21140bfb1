import Testing

@testable import HistoryCosts

@Suite("A scale")
struct ScaleTests {
  @Test("It spans whole powers of ten around all numbers")
  func powers() {
    #expect(Scale(for: [150, 9_000], from: 0, to: 1).powers == 2...4)
    #expect(Scale(for: [100, 10_000], from: 0, to: 1).powers == 2...4)
    #expect(Scale(for: [0.5], from: 0, to: 1).powers == -1...0)
  }

  @Test("One number, none, and numbers without a place still give an axis")
  func degenerate() {
    #expect(Scale(for: [100], from: 0, to: 1).powers == 2...3)
    #expect(Scale(for: [], from: 0, to: 1).powers == 0...1)
    #expect(Scale(for: [0, -5, .nan, .infinity, 20], from: 0, to: 1).powers == 1...2)
  }

  @Test("Ten times as much is equally far, also on an axis that goes up")
  func places() {
    let right = Scale(for: [1, 1_000], from: 50, to: 350)
    #expect([1, 10, 100, 1_000].map { right.place(of: $0).rounded() } == [50, 150, 250, 350])
    let up = Scale(for: [1, 100], from: 200, to: 0)
    #expect([1, 10, 100].map { up.place(of: $0).rounded() } == [200, 100, 0])
  }

  @Test("A value outside the scale stands at its nearer end")
  func outside() {
    let scale = Scale(for: [10, 1_000], from: 0, to: 100)
    #expect(scale.place(of: 0) == 0 && scale.place(of: -1) == 0 && scale.place(of: 1) == 0)
    #expect(scale.place(of: 1e9) == 100)
  }

  @Test("Ticks are powers of ten, evenly spaced, no more than there is room for")
  func ticks() {
    let scale = Scale(for: [1, 1e9], from: 0, to: 1)
    #expect(scale.ticks(atMost: 10).map { $0.rounded() } == [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9])
    #expect(scale.ticks(atMost: 5).map { $0.rounded() } == [1, 1e3, 1e6, 1e9])
    for room in 2...12 { #expect(scale.ticks(atMost: room).count <= room) }
  }

  @Test("Numbers at an axis have the unit that makes them short")
  func labels() {
    func labels(_ unit: Axis.Unit, _ values: [Double]) -> [String] {
      let scale = Scale(for: values, from: 0, to: 100)
      let axis = Axis(title: "", unit: unit, scale: scale, side: .left, across: 0...100)
      return values.map(axis.label(of:))
    }
    #expect(
      labels(.bytes, [0.1, 1, 100, 1_000, 1e6, 1e10]) == ["0.1 B", "1 B", "100 B", "1 KB", "1 MB", "10 GB"]
    )
    #expect(labels(.time, [10, 1e4, 1e6, 1e9]) == ["10 ns", "10 µs", "1 ms", "1 s"])
    #expect(labels(.count, [1, 100, 10_000, 1e6]) == ["1", "100", "10 k", "1 M"])
  }

  @Test(
    "Numbers in a drawing have two digits behind the point at most",
    arguments: [
      (0, "0"), (1.5, "1.5"), (1.254, "1.25"), (-0.05, "-0.05"), (12.999, "13"), (-3.1, "-3.1"),
      (7.01, "7.01"),
    ]
  )
  func numbers(value: Double, text: String) {
    #expect(number(value) == text)
  }
}
