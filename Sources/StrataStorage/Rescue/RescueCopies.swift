/// What a repair has copied before it changed anything.
struct RescueCopies {
  /// The names that there were before.
  let before: [String]
  /// The name of the copy of each file that there was.
  var names: [String: String] = [:]
  /// Whether another state may be there than the one that was found, or come back after a power cut.
  var isInDoubt = false

  init(before: [String]) { self.before = before }
}

extension Rescue {
  /// Removes the copies of a repair that failed, where it has left everything as it was: else each attempt would leave more
  /// of them.
  func removeCopies(_ copies: RescueCopies, at place: FilePlace) {
    guard !copies.isInDoubt, let names = try? fileSystem.names(in: place.directory) else { return }
    let files = [place.name, place.sideNames.log, place.sideNames.previous]
    // What was not there is still not there.
    guard files.allSatisfy({ names.contains($0) == copies.before.contains($0) }) else { return }
    var present: [[UInt8]] = []
    for name in files {
      let bytes = try? copied(name, place)
      if let copy = copies.names[name] {
        guard bytes != nil, (try? self.bytes(of: copy, at: place)) == bytes else { return }
      }
      if let bytes { present.append(bytes) }
    }
    for name in names where !copies.before.contains(name) && place.sideNames.isCopy(name) {
      // Opening may have made one, too.
      guard let bytes = try? bytes(of: name, at: place), present.contains(bytes) else { continue }
      try? fileSystem.remove(name, in: place.directory)  // What stays of it is clutter.
    }
  }
}
