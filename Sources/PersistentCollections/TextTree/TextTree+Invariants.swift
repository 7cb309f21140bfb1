extension TextNode {
  /// A broken invariant of the tree under this node, for tests; nil if all invariants hold.
  func brokenInvariant(isRoot: Bool = true) -> String? {
    let header = self.header
    if !isRoot, !Self.isSolid(header) { return "a node is too small: \(header)" }
    guard !header.isLeaf else {
      if header.count == 0 || header.count > header.width || header.width > Self.leafCapacity {
        return "a leaf has \(header.count) bytes in a room of \(header.width)"
      }
      return String(validating: bytes, as: UTF8.self) == nil ? "a leaf is not valid UTF-8" : nil
    }
    if header.width < 2 || header.width > Self.branchCapacity {
      return "a branch has \(header.width) children"
    }
    for slot in 0..<header.width {
      let child = child(slot)
      if child.header.level != header.level - 1 { return "leaves are not equally deep" }
      if child.measure != measure(slot, header) { return "a measure is wrong: \(measure(slot, header))" }
      if let broken = child.brokenInvariant(isRoot: false) { return broken }
    }
    return measure[.utf8] == header.count
      ? nil : "a branch says \(header.count), its children \(measure[.utf8])"
  }
}
