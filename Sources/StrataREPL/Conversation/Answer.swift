import Strata

/// An answer: rows for a person, a value for a program.
struct Answer {
  /// The rows, for the look of a terminal.
  let rows: (Style) throws -> Rows
  /// A record with one member, whose name is the kind of the answer; nil for no answer.
  let json: () throws -> PlainValue?
  /// The next line to read, after the answer.
  var next = Next.line

  /// The source of the next line.
  enum Next: Equatable {
    case line
    /// The lines of a file.
    case lines(of: String)
    case end
  }

  init(_ json: @escaping () throws -> PlainValue?, rows: @escaping (Style) throws -> Rows) {
    (self.rows, self.json) = (rows, json)
  }

  /// Lines that are text for a program, too.
  static func text(_ lines: @escaping (Style) throws -> [String]) -> Answer {
    Answer({ .record(["text": .text(try lines(Style()).joined(separator: "\n"))]) }) { Rows(try lines($0)) }
  }

  /// A sentence about something that was done.
  static func done(_ sentence: String) -> Answer {
    Answer({ .record(["done": .text(sentence)]) }) { _ in Rows([printable(sentence)]) }
  }

  /// No answer.
  static func nothing(then next: Next = .line) -> Answer {
    var answer = Answer({ nil }) { _ in Rows([]) }
    answer.next = next
    return answer
  }
}

/// The rows of an answer, made when they are shown: of a long answer a person reads the beginning.
struct Rows {
  let count: Int
  /// The rows that are made at once when all are wanted, so that the first are seen early.
  let piece: Int
  private let make: (Range<Int>) throws -> [String]

  /// - Parameter make: Makes some of the rows. A row may be several lines.
  init(count: Int, piece: Int = 1000, _ make: @escaping (Range<Int>) throws -> [String]) {
    (self.count, self.piece, self.make) = (count, piece, make)
  }

  init(_ lines: [String]) {
    self.init(count: lines.count) { Array(lines[$0]) }
  }

  /// The rows with other rows before them.
  func after(_ lead: [String]) -> Rows {
    if lead.isEmpty { return self }
    return Rows(count: lead.count + count, piece: piece) { range in
      let own = max(0, range.lowerBound - lead.count)..<max(0, range.upperBound - lead.count)
      return try Array(lead[range.clamped(to: lead.indices)]) + self[own]
    }
  }

  subscript(range: Range<Int>) -> [String] {
    get throws { range.isEmpty ? [] : try make(range) }
  }

  var all: [String] {
    get throws { try self[0..<count] }
  }
}

/// The part of an answer that a person has not read.
struct UnseenLines {
  private let rows: Rows
  private let width: Int?
  private var made = 0
  private var lines: ArraySlice<String> = []

  init(_ rows: Rows = Rows([]), width: Int? = nil) {
    (self.rows, self.width) = (rows, width)
  }

  var isEmpty: Bool { count == 0 }

  /// The number of lines; a row that is still to be made counts as one.
  private var count: Int { lines.count + rows.count - made }

  /// Takes as many lines as a window shows, with one that says how many are left.
  ///
  /// - Parameter window: The window of a person who reads page by page; nil for the next piece of all lines.
  mutating func next(_ window: Window?, _ style: Style) throws -> [String] {
    try make(window?.rows ?? .max)
    guard let window, count >= window.rows else {
      defer { lines = [] }
      return Array(lines)
    }
    let shown = lines.prefix(max(1, window.rows - 2))
    lines = lines.dropFirst(shown.count)
    let rest = "… \(grouped(count)) more"
    let ways = ["\(rest) lines: return or q", "\(rest): return, q", rest]
    return shown + [style.faint(ways.first { displayWidth($0) < window.columns } ?? "…")]
  }

  /// Makes rows until there are so many lines, or one piece when all are wanted.
  private mutating func make(_ wanted: Int) throws {
    while lines.count < wanted, made < rows.count {
      let next = made..<made + min(rows.count - made, wanted == .max ? rows.piece : wanted - lines.count)
      lines += try rows[next].flatMap { wrapped($0, to: width) }
      made = next.upperBound
      if wanted == .max { return }
    }
  }
}
