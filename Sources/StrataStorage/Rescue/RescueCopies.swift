/// The facts that a repair needs to remove the copies that it makes before it changes anything.
struct RescueCopies {
  /// The names that there were before.
  let before: [String]
  /// Whether another state may be there than the one that was found, or come back after a power cut.
  var isInDoubt = false

  init(before: [String]) { self.before = before }
}

extension Rescue {
  /// Copies a file, however long it is, to a path where nothing is; false where there is none.
  ///
  /// - Parameter likeOriginal: Whether the copy gets the owner and the mode of the file, and not this user's own.
  func copy(
    _ name: String,
    of place: FilePlace,
    to path: String,
    likeOriginal: Bool = false
  ) throws -> Bool {
    let copied: Void? = try reading(name, of: place) { file, status in
      let model = likeOriginal ? status : nil
      try PlainFile.copy(file, to: path, like: model, in: fileSystem)
    }
    return copied != nil
  }

  /// Leaves one of the copies that are the same, for opening keeps a damaged log, too; returns those that went, each with
  /// the one that stays.
  func removeSecondCopies(since before: [String], at place: FilePlace) -> [(String, kept: String)] {
    let names = (try? fileSystem.names(in: place.directory)) ?? []
    var kept: [String] = []
    var removed: [(String, kept: String)] = []
    for number in 1... {
      let name = place.sideNames.aside(number)
      guard names.contains(name) else { break }
      if before.contains(name) { continue }
      guard let first = kept.first(where: { isSame($0, as: name, at: place) }) else {
        kept.append(name)
        continue
      }
      // One more than there need be is clutter, and no reason to fail.
      if (try? fileSystem.remove(name, in: place.directory)) != nil { removed.append((name, kept: first)) }
    }
    return removed
  }

  /// Removes the copies, made by a repair that failed, of what is still there as it was: else each attempt would leave more
  /// of them.
  func removeCopies(_ copies: RescueCopies, at place: FilePlace) {
    guard !copies.isInDoubt, let names = try? fileSystem.names(in: place.directory) else { return }
    let files = [place.name, place.sideNames.log, place.sideNames.previous]
    for name in names where !copies.before.contains(name) && place.sideNames.isCopy(name) {
      // Opening may have made one, too.
      guard files.contains(where: { isSame($0, as: name, at: place) }) else { continue }
      try? fileSystem.remove(name, in: place.directory)  // What stays of it is clutter.
    }
  }

  private func isSame(_ name: String, as other: String, at place: FilePlace) -> Bool {
    (try? isSame(name, of: place, as: other, of: place)) ?? false
  }
}
