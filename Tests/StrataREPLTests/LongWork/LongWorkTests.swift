import Foundation
import Strata
import TestSupport
import Testing

@testable import StrataREPL

@Suite("Long work")
struct LongWorkTests {
  /// Collects the texts of a terminal. The work waits for them on its own thread.
  final class Screen: Sendable {
    private let all = Guarded<[String]>([])

    var texts: [String] { all.withLock { $0 } }

    func put(_ text: String) { all.withLock { $0.append(text) } }

    /// Waits until a text is shown.
    func waits(for text: String) -> Bool { Patience.blocks { texts.contains { $0.contains(text) } } }
  }

  private func work(_ screen: Screen, patience: Int32 = 1, width: Int = 80) -> LongWork {
    LongWork(bar: ProgressBar(patience: patience, width: { width }) { screen.put($0) })
  }

  struct Refused: Error, Equatable {}

  @Test("Short work shows nothing; longer work shows its progress and clears the line at the end")
  func bar() throws {
    let screen = Screen()
    #expect(try work(screen, patience: 10_000).run("Reading", of: 100) { 7 } == 7)
    #expect(screen.texts.isEmpty)
    let result = try work(screen).run("Reading", of: 200) {
      WorkMeter.current?.add(100)
      return screen.waits(for: "50 %")
    }
    #expect(result)
    #expect(screen.texts.count >= 2 && screen.texts.last == "\r\u{1B}[K")
    // The bar may appear before the work begins.
    let begun = screen.texts.dropLast().drop { $0.hasPrefix("\r\u{1B}[KReading  ") && $0.contains(" 0 %") }
    #expect(
      !begun.isEmpty && begun.allSatisfy { $0.hasPrefix("\r\u{1B}[KReading  █") && $0.contains("50 %") },
      "\(screen.texts)"
    )
  }

  @Test("An error of the work is thrown, and the bar is cleared")
  func failure() {
    let screen = Screen()
    #expect(throws: Refused()) {
      try work(screen).run("Reading") {
        _ = screen.waits(for: "Reading")
        throw Refused()
      }
    }
    #expect(screen.texts.last == "\r\u{1B}[K")
    #expect(throws: Refused()) { try LongWork().run("Reading") { throw Refused() } }
  }

  @Test("An interruption says whether anything has changed")
  func interrupted() {
    #expect("\(Interrupted(number: SIGINT))" == "Interrupted; nothing has changed.")
    #expect(
      "\(Interrupted(number: SIGINT, isDone: true))" == "Interrupted too late: the work was finished."
    )
  }

  @Test(
    "Stopped work that changes something has changed nothing or everything",
    arguments: [SIGINT, SIGTERM]
  )
  func stopped(number: Int32) throws {
    let bell = try #require(Bell())
    let work = LongWork(signals: Signals(from: bell))
    let changes = Guarded(0)
    func run(asking asks: Bool) throws {
      try work.run("Writing", changing: true) {
        // A key that is pressed three times counts once.
        for number in [number, SIGINT, SIGINT] { bell.ring(UInt8(number)) }
        // All three are heard before the work continues.
        _ = Patience.blocks {
          var unread: Int32 = 0
          return ioctl(bell.descriptor, UInt(FIONREAD), &unread) == 0 && unread == 0
            && (try? WorkMeter.checkCancellation()) == nil
        }
        if asks { try WorkMeter.checkCancellation() }
        changes.withLock { $0 += 1 }
      }
    }
    #expect(throws: Interrupted(number: number)) { try run(asking: true) }
    #expect(changes.withLock { $0 } == 0)
    #expect(throws: Interrupted(number: number, isDone: true)) { try run(asking: false) }
    #expect(changes.withLock { $0 } == 1)
    #expect(try work.run("Writing", changing: true) { 7 } == 7)
  }

  @Test("Without a terminal and signals, the calling thread does the work")
  func unwatched() throws {
    let own = ObjectIdentifier(Thread.current)
    #expect(try LongWork().run("Reading") { ObjectIdentifier(Thread.current) == own })
    #expect(WorkMeter.current == nil)
  }

  @Test(
    "A progress line is never wider than the window",
    arguments: [1, 2, 5, 10] + Array(20...60) + [79, 80, 120, 200]
  )
  func widths(width: Int) {
    let bar = ProgressBar(width: { width }) { _ in }
    for title in ["Opening", "Importing a file with quite a long name.json", "Importing 牛乳.json"] {
      for (done, total) in [(0, 100), (1, 100), (100, 100), (1000, 100), (-5, 100), (5, 0)] as [(Int, Int?)]
        + [(5, nil)]
      {
        let line = bar.line(title, done: done, of: total, for: .seconds(3), width: width)
        #expect(displayWidth(line) < width || width < 2, "\(line)")
      }
    }
    #expect(bar.line("Opening", done: 1000, of: 100, for: .seconds(3), width: 80).contains("99 %"))
    #expect(bar.line("Opening", done: 1000, of: nil, for: .seconds(3), width: 80).contains("  3 s"))
  }

  @Test(
    "Reading and writing count about as many bytes as the JSON has, if the caller asks"
  )
  func meter() throws {
    let values = PlainValue.list((0..<100_000).map { .text("The value number \($0)") })
    let json = values.json
    let (reading, writing) = (WorkMeter(), WorkMeter())
    let read = try WorkMeter.$current.withValue(reading) { try PlainValue(json: json) }
    #expect(read == values)
    _ = WorkMeter.$current.withValue(writing) { values.json }
    #expect((json.count - 1 << 17...json.count).contains(reading.bytes), "\(reading.bytes) of \(json.count)")
    #expect(
      (json.count - 2 << 20...json.count).contains(writing.bytes) && writing.bytes > 0,
      "\(writing.bytes)"
    )
  }
}
