/// The lines of an answer before they are broken, which are made when they are looked at: of a long answer a person reads
/// the beginning.
struct Rows {
  let count: Int
  private let make: (Range<Int>) -> [String]

  /// - Parameter make: Makes some of the rows, one for each number.
  init(count: Int, _ make: @escaping (Range<Int>) -> [String]) {
    (self.count, self.make) = (count, make)
  }

  init(_ lines: [String]) {
    self.init(count: lines.count) { Array(lines[$0]) }
  }

  subscript(range: Range<Int>) -> [String] { range.isEmpty ? [] : make(range) }

  var all: [String] { self[0..<count] }
}
