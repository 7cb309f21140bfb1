import StrataCore

/// What decides, beside the lines of a log, what can be made of its steps; two are equal when they are written the same.
struct LogShape: Equatable, Sendable {
  /// The fingerprint of the description by which the state was written; nil in logs of earlier revisions.
  private let fingerprint: PlainValue?
  /// The names of the fields that lead to each part that undo covers; nil in logs of earlier revisions.
  private let parts: PlainValue?
  /// The names of the fields that lead to the companion; nil where there is none, and in logs of earlier revisions.
  private let companion: PlainValue?

  init(of fields: PartFields, fingerprint: String?) {
    func plain(_ names: [String]) -> PlainValue { .list(PlainList(names.map { .text($0) })) }
    self.fingerprint = fingerprint.map { .text($0) }
    parts = .list(PlainList(fields.places.map(plain)))
    companion = fields.companionPlace.map(plain)
  }

  /// Reads it in the head of a log.
  init(in head: PlainRecord) {
    (fingerprint, parts, companion) = (head["shape"], head["parts"], head["companion"])
  }

  /// Writes it in the head of a log.
  func write(in head: inout PlainRecord) {
    (head["shape"], head["parts"], head["companion"]) = (fingerprint, parts, companion)
  }

  /// The names of the fields that lead to the companion; nil where none is named.
  var companionPlace: [String]? { companion?.names }

  /// The names of the fields that lead to each part that undo covers; nil in logs of earlier revisions.
  var partPlaces: [[String]]? {
    guard case .list(let list)? = parts else { return nil }
    let places = list.compactMap(\.names)
    return places.count == list.count ? places : nil
  }

  /// The fingerprint in words; nil in logs of earlier revisions.
  var words: String? { if case .text(let words)? = fingerprint { words } else { nil } }
}

extension PlainValue {
  /// The texts of a list of texts; nil for anything else.
  fileprivate var names: [String]? {
    guard case .list(let list) = self else { return nil }
    let names = list.compactMap { if case .text(let name) = $0 { name } else { nil } }
    return names.count == list.count ? names : nil
  }
}
