extension Canvas {
  /// Looks for what cannot be on a canvas, however it came about; nil when there is nothing.
  func inconsistency() -> String? {
    for (id, annotation) in annotations {
      if id != annotation.id { return "Annotation \(id) says that it is \(annotation.id)." }
      if !IDCounter.ids.contains(id) { return "\(id) is no number for an annotation." }
    }
    return nil
  }
}
