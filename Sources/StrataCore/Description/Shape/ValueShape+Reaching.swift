// The shapes of what values consist of refer to one another, in circles where values have values of their own kind in them.

extension AnyValueShape {
  /// This shape and those of everything that may be in its values, each once.
  var reachable: [AnyValueShape] {
    var found: [AnyValueShape] = [self]
    var known: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var next = 0
    while next < found.count {
      for part in found[next].parts where known.insert(ObjectIdentifier(part)).inserted { found.append(part) }
      next += 1
    }
    return found
  }

  /// Whether anything in a value is written by its `Codable` as a whole.
  var hasLeaves: Bool { reachable.contains(where: \.isLeaf) }

  /// Whether a value can have values of its own kind in it, or one of its parts can.
  var isRecursive: Bool {
    var (open, done): (Set<ObjectIdentifier>, Set<ObjectIdentifier>) = ([ObjectIdentifier(self)], [])
    var way: [(shape: AnyValueShape, parts: [AnyValueShape], next: Int)] = [(self, parts, 0)]
    while let (shape, parts, next) = way.last {
      guard next < parts.count else {
        way.removeLast()
        open.remove(ObjectIdentifier(shape))
        done.insert(ObjectIdentifier(shape))
        continue
      }
      way[way.count - 1].next += 1
      let part = parts[next]
      if open.contains(ObjectIdentifier(part)) { return true }
      guard !done.contains(ObjectIdentifier(part)) else { continue }
      open.insert(ObjectIdentifier(part))
      way.append((part, part.parts, 0))
    }
    return false
  }
}
