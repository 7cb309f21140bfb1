import Strata
import Testing

@testable import StrataREPL

@Suite("An answer, a window at a time")
struct UnseenLinesTests {
  @Test("No row is made before it is shown, and all rows are shown once")
  func lazy() throws {
    for (count, height, width) in [
      (1000, 24, 80), (1000, 24, 5), (23, 24, 80), (24, 24, 80), (0, 24, 80), (3, 2, 1),
    ] {
      let made = Guarded(0)
      let rows = Rows(count: count) { range in
        made.withLock { $0 += range.count }
        return range.map { "row \($0)" }
      }
      var unseen = UnseenLines(rows, width: width)
      let window = Window(columns: width, rows: height)
      #expect(unseen.isEmpty == (count == 0))
      var (seen, windows) = ([String](), 0)
      repeat {
        var lines = try unseen.next(window, Style())
        windows += 1
        #expect(lines.count <= max(2, height - 1))
        #expect(made.withLock { $0 } <= windows * height)
        if !unseen.isEmpty {
          let more = lines.removeLast()
          #expect(more.hasPrefix("…") && (width < 30 || more.hasSuffix("more lines: return or q")))
        }
        seen += lines
      } while !unseen.isEmpty
      let all = (0..<count).flatMap { wrapped("row \($0)", to: width) }
      #expect(seen == all && made.withLock { $0 } == count, "\(count) \(height) \(width)")
    }
  }

  @Test("Rows after others are the same rows")
  func after() throws {
    let rows = Rows(["c", "d"]).after(["a", "b"])
    #expect(try rows.all == ["a", "b", "c", "d"] && rows[1..<3] == ["b", "c"] && rows[0..<1] == ["a"])
    #expect(try rows[2..<4] == ["c", "d"] && rows[3..<3] == [])
  }
}
