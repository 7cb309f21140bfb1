/// What a repair has to know of the copies that it makes before it changes anything.
struct RescueCopies {
  /// The names that there were before.
  let before: [String]
  /// Whether another state may be there than the one that was found, or come back after a power cut.
  var isInDoubt = false

  init(before: [String]) { self.before = before }
}

extension Rescue {
  /// Removes the copies, made by a repair that failed, of what is still there as it was: else each attempt would leave more
  /// of them.
  func removeCopies(_ copies: RescueCopies, at place: FilePlace) {
    guard !copies.isInDoubt, let names = try? fileSystem.names(in: place.directory) else { return }
    let files = [place.name, place.sideNames.log, place.sideNames.previous]
    let present = files.compactMap { try? copied($0, place) }
    for name in names where !copies.before.contains(name) && place.sideNames.isCopy(name) {
      // Opening may have made one, too.
      guard let bytes = try? bytes(of: name, at: place), present.contains(bytes) else { continue }
      try? fileSystem.remove(name, in: place.directory)  // What stays of it is clutter.
    }
  }
}
