/// What a list or record has one after the other: values, or values with names.
protocol PlainRow: Sendable {
  /// The value that is in it.
  var held: PlainValue { get set }
}

extension PlainValue: PlainRow {
  var held: PlainValue {
    get { self }
    set { self = newValue }
  }
}

extension PlainRecord.Member: PlainRow {
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
  private var storage: Storage

  init(_ rows: [Row]) { storage = Storage(rows) }

  var all: [Row] {
    get { storage.rows }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.rows) }
      yield &storage.rows
    }
  }

  /// Whether both are one.
  func isSame(as other: PlainRows) -> Bool { storage === other.storage }

  /// What holds the rows.
  fileprivate var holder: PlainHolder { storage }

  // Unchecked: rows are changed only where a single value refers to them.
  private final class Storage: PlainHolder, @unchecked Sendable {
    var rows: [Row]

    init(_ rows: [Row]) { self.rows = rows }

    override func takeValues() -> [PlainValue] {
      defer { rows = [] }
      // A key path is made anew each time where the type of a row is not known.
      return rows.map { $0.held }
    }

    deinit {
      if !rows.contains(where: { $0.held.isContainer }) { return }
      var open = [takeValues()]
      while var values = open.popLast() {
        guard var value = values.popLast() else { continue }
        open.append(values)
        guard var inner = value.holder else { continue }
        // So that nothing refers to what is in it any more but this, unless another value does.
        value = .null
        if isKnownUniquelyReferenced(&inner) { open.append(inner.takeValues()) }
      }
    }
  }
}

/// What holds the rows of a list or record, whatever they are.
///
/// Unchecked as its heir.
private class PlainHolder: @unchecked Sendable {
  /// Takes out the values that are in the rows.
  func takeValues() -> [PlainValue] { preconditionFailure("Every holder has rows") }
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
  fileprivate var holder: PlainHolder? {
    switch self {
    case .list(let list): list.rows.holder
    case .record(let record): record.rows.holder
    default: nil
    }
  }
}
