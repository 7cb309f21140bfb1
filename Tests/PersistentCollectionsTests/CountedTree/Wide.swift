/// A number that takes so much room that a leaf has four of them: trees get high with few elements.
struct Wide: Hashable, CustomStringConvertible {
  var number: Int
  private var padding = (0, 0)

  init(_ number: Int) {
    self.number = number
  }

  var description: String { "\(number)" }

  static func == (left: Wide, right: Wide) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
