import PersistentCollections

extension Canvas: Codable {
  private enum Key: String, CodingKey {
    case annotations
  }

  /// Decodes a canvas, and looks whether it can be one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    annotations = try container.decode(PersistentSortedMap<Int, Annotation>.self, forKey: .annotations)
    try decoder.require(inconsistency())
  }

  /// Encodes the annotations.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(annotations, forKey: .annotations)
  }
}

extension Canvas {
  /// Looks for what cannot be on a canvas, however it came about; nil when there is nothing.
  func inconsistency() -> String? {
    for (id, annotation) in annotations {
      if id != annotation.id { return "Annotation \(id) says that it is \(annotation.id)." }
      if !IDCounter.ids.contains(id) { return "\(id) is no number for an annotation." }
    }
    return nil
  }

  /// The greatest id on the canvas; 0 when there is none.
  var greatestID: Int { annotations.last?.key ?? 0 }
}
