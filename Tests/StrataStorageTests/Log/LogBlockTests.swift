import Testing

@testable import StrataStorage

@Suite("Lines from one piece of a log")
struct LogBlockTests {
  /// Some lines, and where each begins; a few are long.
  private let log: (bytes: [UInt8], lines: [(place: Int, json: [UInt8], end: Int)]) = {
    var (bytes, lines, link) = ([UInt8](), [(place: Int, json: [UInt8], end: Int)](), LogLink())
    for number in 1...2_000 {
      let text = String(repeating: "x", count: number.isMultiple(of: 190) ? 9_000 : number % 300)
      let json = Array("{\"label\":\"\(text)\"}".utf8)
      let (line, checksum) = LogLine.write(.change(number, isSettled: true), json, after: link)
      lines.append((bytes.count, json, bytes.count + line.count))
      bytes += line
      link = link.following(checksum)
    }
    return (bytes, lines)
  }()

  @Test("They are the lines that stand there, whichever way one goes and wherever one begins")
  func lines() {
    for lines in [log.lines, log.lines.reversed(), log.lines.filter { $0.place % 7 == 0 }] {
      var (block, pieces, alone) = (LogBlock(), 0, 0)
      for (place, json, end) in lines {
        if block.line(at: place) == nil {
          let places = block.places(around: place, upTo: log.bytes.count)
          guard let places else {
            alone += 1
            block = LogBlock(bytes: [], start: place)
            continue
          }
          pieces += 1
          block = LogBlock(bytes: Array(log.bytes[places]), start: places.lowerBound)
        }
        if let line = block.line(at: place) {
          #expect(line.json == json && line.end == end)
        } else {
          alone += 1
        }
      }
      // One in a hundred is read by itself: the first one, and long ones at an edge.
      #expect(pieces <= log.bytes.count / 40_000 + 4 && alone <= 6, "\(pieces), \(alone)")
    }
  }

  @Test("What lies elsewhere is not read at once, and nothing behind the last line is")
  func limits() {
    let block = LogBlock(bytes: Array(log.bytes[..<5_000]), start: 0)
    #expect(block.places(around: 200_000, upTo: log.bytes.count) == nil)
    #expect(block.places(around: 6_000, upTo: 6_100) == 6_000..<6_100)
    #expect(block.places(around: 6_000, upTo: 6_000) == nil && block.places(around: 6_000, upTo: 0) == nil)
    #expect(
      block.line(at: 5_000) == nil && block.line(at: -1) == nil
        && block.line(at: log.lines[3].place + 1) == nil
    )
  }
}
