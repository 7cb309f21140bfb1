import StrataCore

/// The description and the fields that decide, beside the lines of a log, how its steps can be read.
///
/// Two shapes are equal when they are written the same.
struct LogShape: Equatable, Sendable {
  /// The fingerprint of the description by which the state was written.
  let fingerprint: String
  /// The names of the fields that lead to each part that undo covers.
  let partPlaces: [[String]]
  /// The names of the fields that lead to the restored part; nil where there is none.
  let restoredPlace: [String]?

  init(of fields: PartFields, fingerprint: String) {
    (self.fingerprint, partPlaces, restoredPlace) = (fingerprint, fields.places, fields.restoredPlace)
  }

  /// Reads the shape in the head of a log; nil where it is not there, or is another kind of value.
  init?(in head: PlainRecord) {
    guard case .text(let fingerprint)? = head["shape"], case .list(let parts)? = head["parts"] else {
      return nil
    }
    let places = parts.compactMap(\.names)
    guard places.count == parts.count else { return nil }
    (self.fingerprint, partPlaces, restoredPlace) = (fingerprint, places, head["restored"]?.names)
  }

  static func == (left: LogShape, right: LogShape) -> Bool { left.plain == right.plain }

  private var plain: PlainValue {
    var head: PlainRecord = [:]
    write(in: &head)
    return .record(head)
  }

  /// Writes the shape in the head of a log.
  func write(in head: inout PlainRecord) {
    func plain(_ names: [String]) -> PlainValue { .list(names.map { .text($0) }) }
    head["shape"] = .text(fingerprint)
    head["parts"] = .list(partPlaces.map(plain))
    head["restored"] = restoredPlace.map(plain)
  }
}

extension PlainValue {
  /// The texts of a list of texts; nil for anything else.
  fileprivate var names: [String]? {
    guard case .list(let list) = self else { return nil }
    let names = list.compactMap { if case .text(let name) = $0 { name } else { nil } }
    return names.count == list.count ? names : nil
  }
}
