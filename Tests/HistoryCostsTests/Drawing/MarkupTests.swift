import Testing

@testable import HistoryCosts

@Suite("Markup")
struct MarkupTests {
  @Test("Text and attributes cannot break out")
  func escaping() {
    let piece = Markup.tag("b", ["title": "\"a\" & <b>"], "1 < 2 && 3 > 2")
    #expect(piece.source == "<b title=\"&quot;a&quot; &amp; &lt;b&gt;\">1 &lt; 2 &amp;&amp; 3 &gt; 2</b>")
  }

  @Test("Every tag is closed, and only a void element of HTML closes itself")
  func closing() {
    #expect(Markup.tag("td").source == "<td></td>")
    #expect(Markup.tag("br").source == "<br/>")
    #expect(Markup.tag("i", [:], [.tag("b", [:], "x"), .text("y")]).source == "<i><b>x</b>y</i>")
  }
}
