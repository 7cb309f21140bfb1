import StrataStorage

extension DiskImage {
  /// Every disk that a power cut at this moment can leave.
  ///
  /// Of the names that changed since their folder was synced, any are as before and the others as after. The bytes
  /// of each file that was written since it was synced are the new ones, the old ones, half of the new ones over
  /// the old ones, as many zeroes as there would be new ones, or zeroes for the first half of them.
  var crashes: [DiskImage] {
    var images = [self]
    for (number, node) in nodes.sorted(by: { $0.key < $1.key }) {
      let choices = node.kind == .folder ? node.crashedFolders : node.crashedFiles
      if choices.count == 1, choices[0] == node, node.pending.isEmpty { continue }
      images = images.flatMap { image in
        // A file that no name leads to is the same disk whatever is in it.
        guard node.kind == .folder || image.hasName(for: number) else { return [image] }
        return choices.map { choice in
          var image = image
          image.nodes[number] = choice
          return image
        }
      }
    }
    return images
  }

  private func hasName(for number: Int) -> Bool {
    nodes.values.contains { $0.entries.values.contains(number) }
  }
}

extension DiskImage.Node {
  fileprivate var crashedFolders: [DiskImage.Node] {
    var seen: Set<[String: Int]> = []
    return (0..<(1 << pending.count)).compactMap { kept in
      var node = self
      node.entries = durableEntries
      for (position, (change, _)) in pending.enumerated() where kept >> position & 1 == 1 {
        change.apply(to: &node.entries)
      }
      node.durableEntries = node.entries
      node.pending = []
      return seen.insert(node.entries).inserted ? node : nil
    }
  }

  fileprivate var crashedFiles: [DiskImage.Node] {
    if bytes == durableBytes {
      var node = self
      node.isDirty = false
      return [node]
    }
    // The common beginning of both versions is on the disk: a file that grows tears only in its new bytes.
    let kept = zip(bytes, durableBytes).prefix { $0 == $1 }.count
    let added = bytes.count - kept
    let half = kept + added / 2
    let torn = Array(bytes.prefix(half)) + Array(durableBytes.dropFirst(half))
    let zeroes = Array(bytes.prefix(kept)) + [UInt8](repeating: 0, count: added)
    let hole = Array(zeroes.prefix(half)) + Array(bytes.dropFirst(half))
    var seen: Set<[UInt8]> = []
    return [bytes, durableBytes, torn, zeroes, hole].filter { seen.insert($0).inserted }.map { content in
      var node = self
      (node.bytes, node.durableBytes, node.isDirty) = (content, content, false)
      return node
    }
  }
}
