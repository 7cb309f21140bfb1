/// What a list or record has one after the other: values, or values with names.
protocol PlainRow: Sendable {
  /// What holds such rows: a class of its own for each kind, since one for all kinds would not know at its end what is in it.
  associatedtype Holder: RowHolder where Holder.Row == Self
  /// The value that is in it.
  var held: PlainValue { get set }
}

extension PlainValue: PlainRow {
  typealias Holder = PlainListRows

  var held: PlainValue {
    get { self }
    set { self = newValue }
  }
}

extension PlainRecord.Member: PlainRow {
  typealias Holder = PlainRecordRows

  var held: PlainValue {
    get { value }
    set { value = newValue }
  }
}

/// The rows of one list or record, which copies of it share.
///
/// They stand in an object of their own for the sake of its end: an array would release its elements one inside the other,
/// and values that are nested deep may be more than a stack has room for.
struct PlainRows<Row: PlainRow>: Sendable {
  private var storage: Row.Holder

  init(_ rows: [Row]) { storage = Row.Holder(rows) }

  var all: [Row] {
    get { storage.rows }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Row.Holder(storage.rows) }
      yield &storage.rows
    }
  }

  /// Whether both are one.
  func isSame(as other: PlainRows) -> Bool { storage === other.storage }

  /// What holds the rows.
  fileprivate var holder: PlainHolder { storage }
}

/// What holds the rows of a list or record, whatever they are.
///
/// Unchecked, as its heirs: rows are changed only where a single value refers to them.
class PlainHolder: @unchecked Sendable {
  /// Whether no list or record is in the rows.
  var isFlat: Bool { preconditionFailure("Every holder has rows") }
  /// Whether no list or record is in a list or record of the rows.
  var isShallow: Bool { preconditionFailure("Every holder has rows") }
  /// Takes the lists and records out that are in the rows.
  fileprivate func takeHolders(into open: inout [PlainHolder]) {
    preconditionFailure("Every holder has rows")
  }
}

/// What holds rows of one kind.
protocol RowHolder: PlainHolder {
  associatedtype Row
  var rows: [Row] { get set }
  init(_ rows: [Row])
}

/// What holds the values of a list; unchecked as its ancestor is.
final class PlainListRows: PlainHolder, RowHolder, @unchecked Sendable {
  var rows: [PlainValue]

  init(_ rows: [PlainValue]) { self.rows = rows }

  deinit { rows.end() }

  override var isFlat: Bool { rows.isFlat }
  override var isShallow: Bool { rows.isShallow }
  override func takeHolders(into open: inout [PlainHolder]) { rows.takeHolders(into: &open) }
}

/// What holds the members of a record; unchecked as its ancestor is.
final class PlainRecordRows: PlainHolder, RowHolder, @unchecked Sendable {
  var rows: [PlainRecord.Member]

  init(_ rows: [PlainRecord.Member]) { self.rows = rows }

  deinit { rows.end() }

  override var isFlat: Bool { rows.isFlat }
  override var isShallow: Bool { rows.isShallow }
  override func takeHolders(into open: inout [PlainHolder]) { rows.takeHolders(into: &open) }
}

extension Array where Element: PlainRow {
  fileprivate var isFlat: Bool { !contains { $0.held.isContainer } }
  fileprivate var isShallow: Bool { allSatisfy { $0.held.holder?.isFlat ?? true } }

  fileprivate mutating func takeHolders(into open: inout [PlainHolder]) {
    for index in indices {
      guard let holder = self[index].held.holder else { continue }
      self[index].held = .null
      open.append(holder)
    }
  }

  /// Releases what is in the rows, one after the other, however deep it is nested.
  fileprivate mutating func end() {
    // What has nothing nested in it needs no stack to speak of.
    if isShallow { return }
    var open: [PlainHolder] = []
    takeHolders(into: &open)
    while var holder = open.popLast() {
      // Unless another value refers to them, too.
      if isKnownUniquelyReferenced(&holder) { holder.takeHolders(into: &open) }
    }
  }
}

extension PlainValue {
  /// Whether it is a list or record.
  var isContainer: Bool {
    switch self {
    case .list, .record: true
    default: false
    }
  }

  /// What holds the rows of a list or record; nil for any other value.
  var holder: PlainHolder? {
    switch self {
    case .list(let list): list.rows.holder
    case .record(let record): record.rows.holder
    default: nil
    }
  }
}
