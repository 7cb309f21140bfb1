import PersistentCollections

@testable import StrataCore

/// The sentence "every step is on or off" in the plainest code, written from the design and not from the walker.
///
///     Every step is on or off. The present is what the steps that are on make together, each meaning what it meant when
///     it was taken.
///
/// Every element is an object of its own, every question goes through all elements, and every value is read from all steps.
final class SwitchModel {
  /// An edit of a moment, by the moment's number and the edit's among those of the moment.
  struct Operation: Hashable {
    let moment: Int
    let edit: Int
  }

  struct Moment {
    var parents: [Int]
    var edits: [Notebook.Edit] = []
    var switches: [Switch] = []
  }

  struct Switch {
    let moment: Int
    let edit: Int?
    let isOn: Bool
  }

  private(set) var moments: [Moment] = []
  private var pasts: [Set<Int>] = []
  private let document: Document

  init(_ base: Notebook) { document = Document(base) }

  /// Adds a moment, and returns its number.
  func append(_ moment: Moment) -> Int {
    moments.append(moment)
    pasts.append(moment.parents.reduce(into: [moments.count - 1]) { $0.formUnion(past(of: $1)) })
    let on = on(in: past(of: moments.count - 1))
    for (index, edit) in moment.edits.enumerated() {
      document.take(edit, Operation(moment: moments.count - 1, edit: index), moments.count - 1, on)
    }
    return moments.count - 1
  }

  /// All moments before one, and itself.
  func past(of moment: Int) -> Set<Int> { moment < 0 ? [] : pasts[moment] }

  /// Whether an operation is on in a version.
  func on(in past: Set<Int>) -> (Operation) -> Bool {
    var isOn: [Operation: Bool] = [:]
    // The switches of a moment count while the moment is on as a whole, which edit -1 stands for.
    for moment in moments.indices.reversed() {
      for edit in -1..<moments[moment].edits.count {
        var state = past.contains(moment)
        for later in moments.indices where later > moment {
          guard isOn[Operation(moment: later, edit: -1)] ?? false else { continue }
          for one in moments[later].switches
          where one.moment == moment && (one.edit == nil || one.edit == edit) {
            state = one.isOn
          }
        }
        isOn[Operation(moment: moment, edit: edit)] = state
      }
    }
    return { $0.moment < 0 || isOn[$0] ?? false }
  }

  /// The value that a moment made; that of the base for -1.
  func value(of moment: Int) -> Notebook { document.value(on(in: past(of: moment))) }

  /// The value after some switches are moved at a moment.
  func value(of moment: Int, moving switches: [Switch], merging tip: Int? = nil) -> Notebook {
    moments.append(Moment(parents: [], switches: switches))
    defer { moments.removeLast() }
    let past = past(of: moment).union(tip.map(past(of:)) ?? []).union([moments.count - 1])
    return document.value(on(in: past))
  }
}

extension SwitchModel {
  typealias On = (Operation) -> Bool

  /// One letter, number or row in its place.
  final class Element<Content> {
    let content: Content
    let operation: Operation
    /// The element behind which it was inserted.
    let left: Element?
    var removals: [Operation] = []

    init(_ content: Content, _ operation: Operation, behind left: Element?) {
      (self.content, self.operation, self.left) = (content, operation, left)
    }
  }

  /// Elements in their one order.
  struct Order<Content> {
    var elements: [Element<Content>] = []

    func visible(_ on: On) -> [Element<Content>] {
      elements.filter { on($0.operation) && !$0.removals.contains(where: on) }
    }

    func index(of element: Element<Content>?) -> Int {
      element.map { wanted in elements.firstIndex { $0 === wanted }! } ?? -1
    }

    /// Inserts behind an element. Elements that are unseen there and hang on it come first: their moments are lower.
    mutating func insert(
      _ content: Content,
      _ operation: Operation,
      behind left: Element<Content>?,
      _ isSeen: (Element<Content>) -> Bool
    ) -> Element<Content> {
      let new = Element(content, operation, behind: left)
      let start = index(of: left)
      var place = start + 1
      while place < elements.count, !isSeen(elements[place]), index(of: elements[place].left) >= start {
        place += 1
      }
      elements.insert(new, at: place)
      return new
    }

    mutating func replace(_ range: Range<Int>, with new: [Content], _ operation: Operation, _ on: On) {
      let visible = visible(on)
      for element in visible[range] { element.removals.append(operation) }
      var left = range.upperBound > 0 ? visible[range.upperBound - 1] : nil
      for content in new { left = insert(content, operation, behind: left) { on($0.operation) } }
    }
  }

  /// Values that steps wrote one after another.
  struct Writes<Value> {
    var all: [(operation: Operation, value: Value)]

    init(_ base: Value) { all = [(Operation(moment: -1, edit: 0), base)] }

    func newest(_ on: On) -> Value { all.last { on($0.operation) }!.value }
  }
}

extension SwitchModel {
  final class Page {
    var title: Writes<String>
    var body = Order<Unicode.Scalar>()

    init(_ title: String, _ body: PersistentText) {
      self.title = Writes(title)
      for scalar in String(body).unicodeScalars {
        self.body.elements.append(
          Element(scalar, Operation(moment: -1, edit: 0), behind: self.body.elements.last)
        )
      }
    }

    func text(_ on: On) -> PersistentText {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: body.visible(on).map(\.content))
      return PersistentText(String(text))
    }
  }

  final class Number {
    var value: Writes<Int>

    init(_ number: Int) { value = Writes(number) }
  }

  final class Row {
    let id: Int
    var page: Writes<Page?>
    var places: [(operation: Operation, element: Element<Row>)] = []

    init(_ id: Int, _ page: Page?) { (self.id, self.page) = (id, Writes(page)) }

    func place(_ on: On) -> Element<Row>? { places.last { on($0.operation) }?.element }
  }

  final class Rows {
    var order = Order<Row>()
    private var all: [Int: Row] = [:]

    init(_ rows: [Notebook.Row]) {
      let base = Operation(moment: -1, edit: 0)
      for row in rows {
        let new = Row(row.id, Page(row.title, row.body))
        let element = Element(new, base, behind: order.elements.last)
        order.elements.append(element)
        new.places = [(base, element)]
        all[row.id] = new
      }
    }

    func visible(_ on: On) -> [Element<Row>] {
      order.elements.filter { $0.content.page.newest(on) != nil && $0.content.place(on) === $0 }
    }

    func value(_ on: On) -> [Notebook.Row] {
      visible(on).map { element in
        let page = element.content.page.newest(on)!
        return Notebook.Row(id: element.content.id, title: page.title.newest(on), body: page.text(on))
      }
    }

    func place(_ row: Row, behind left: Element<Row>?, _ operation: Operation, _ on: On) {
      let visible = Set(visible(on).map(ObjectIdentifier.init))
      let element = order.insert(row, operation, behind: left) {
        on($0.operation) || visible.contains(ObjectIdentifier($0))
      }
      row.places.append((operation, element))
    }

    func insert(_ row: Notebook.Row, at index: Int, _ operation: Operation, _ on: On) {
      let left = index > 0 ? visible(on)[index - 1] : nil
      let known = all[row.id] ?? Row(row.id, nil)
      all[row.id] = known
      // Before the row is there: else it could be seen in a place that it had before.
      place(known, behind: left, operation, on)
      known.page.all.append((operation, Page(row.title, row.body)))
    }
  }

  final class Document {
    var text: Page
    var numbers = Order<Number>()
    var rows: Rows
    var map: [Int: Writes<Page?>] = [:]
    var tags: [Int: Writes<Bool>] = [:]
    var note: Writes<Page?>
    var shelves: [Int: Rows] = [:]

    init(_ base: Notebook) {
      text = Page("", base.text)
      rows = Rows(base.rows)
      note = Writes(base.note.map { Page($0.title, $0.body) })
      for number in base.numbers {
        numbers.elements.append(
          Element(Number(number), Operation(moment: -1, edit: 0), behind: numbers.elements.last)
        )
      }
      for (key, row) in base.map { map[key] = Writes(Page(row.title, row.body)) }
      for tag in base.tags { tags[tag] = Writes(true) }
      for (key, shelf) in base.shelves { shelves[key] = Rows(shelf.rows) }
    }

    private func rows(_ place: Notebook.ListPlace) -> Rows {
      switch place {
      case .rows: rows
      case .shelf(let key): shelves[key]!
      }
    }

    private func page(_ place: Notebook.TextPlace, _ on: On) -> Page {
      switch place {
      case .text: text
      case .note: note.newest(on)!
      case .row(let row): page(row, on)
      }
    }

    private func page(_ place: Notebook.RowPlace, _ on: On) -> Page {
      switch place {
      case .entry(let key): map[key]!.newest(on)!
      case .row(let list, let index): rows(list).visible(on)[index].content.page.newest(on)!
      }
    }

    func take(_ edit: Notebook.Edit, _ operation: Operation, _ moment: Int, _ on: On) {
      switch edit {
      case .type(let place, let at, let removing, let new):
        page(place, on).body.replace(at..<at + removing, with: Array(new.unicodeScalars), operation, on)
      case .number(let at, let removing, let new):
        numbers.replace(at..<at + removing, with: new.map { Number($0) }, operation, on)
      case .set(let at, let new): numbers.visible(on)[at].content.value.all.append((operation, new))
      case .insertRow(let list, let at, let row): rows(list).insert(row, at: at, operation, on)
      case .removeRow(let list, let at):
        rows(list).visible(on)[at].content.page.all.append((operation, nil))
      case .moveRow(let list, let from, let to):
        let rows = rows(list)
        var visible = rows.visible(on)
        let moved = visible[from]
        if from == to { return }
        // The place is behind a row of the list before the move.
        let left = to > from ? visible[to] : to > 0 ? visible[to - 1] : nil
        visible.remove(at: from)
        rows.place(moved.content, behind: left, operation, on)
      case .title(let row, let title): page(row, on).title.all.append((operation, title))
      case .insertEntry(let row):
        map[row.id, default: Writes(nil)].all.append((operation, Page(row.title, row.body)))
      case .removeEntry(let key): map[key, default: Writes(nil)].all.append((operation, nil))
      case .tag(let tag):
        let isThere = tags[tag]?.newest(on) ?? false
        tags[tag, default: Writes(false)].all.append((operation, !isThere))
      case .note(let new): note.all.append((operation, new.map { Page($0.title, $0.body) }))
      }
    }

    func value(_ on: On) -> Notebook {
      var value = Notebook()
      value.text = text.text(on)
      value.numbers = numbers.visible(on).map { $0.content.value.newest(on) }
      value.rows = rows.value(on)
      for (key, writes) in map {
        guard let page = writes.newest(on) else { continue }
        value.map[key] = Notebook.Row(id: key, title: page.title.newest(on), body: page.text(on))
      }
      for (tag, writes) in tags where writes.newest(on) { value.tags.insert(tag) }
      value.note = note.newest(on).map { Notebook.Note(title: $0.title.newest(on), body: $0.text(on)) }
      for (key, rows) in shelves { value.shelves[key] = Notebook.Shelf(rows: rows.value(on)) }
      return value
    }
  }
}
