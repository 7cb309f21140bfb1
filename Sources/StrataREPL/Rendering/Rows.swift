/// The lines of an answer before they are broken, which are made when they are looked at: of a long answer a person reads
/// the beginning.
struct Rows {
  let count: Int
  /// How many are made at once where all are wanted.
  let piece: Int
  private let make: (Range<Int>) -> [String]

  /// - Parameters:
  ///   - piece: How many are made at once where all are wanted: of those that take nothing to look up a few, so that the
  ///     first are seen early and not all are kept at once.
  ///   - make: Makes some of the rows, one for each number.
  init(count: Int, inPiecesOf piece: Int = .max, _ make: @escaping (Range<Int>) -> [String]) {
    (self.count, self.piece, self.make) = (count, piece, make)
  }

  init(_ lines: [String]) {
    self.init(count: lines.count) { Array(lines[$0]) }
  }

  subscript(range: Range<Int>) -> [String] { range.isEmpty ? [] : make(range) }

  var all: [String] { self[0..<count] }
}
