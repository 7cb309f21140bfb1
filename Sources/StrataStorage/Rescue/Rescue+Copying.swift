import Strata

extension Rescue {
  /// Copies the files to another place, and repairs them there; these stay as they are.
  ///
  /// - Throws: `StateFileError`, a conflict where there is something already; what ``repair()`` throws. Nothing is left there
  ///   then.
  package func repair(into other: String) throws -> [String] {
    let (from, to) = (try place(of: path), try place(of: other))
    defer {
      from.close()
      to.close()
    }
    let names = [
      (from.name, to.name), (from.sideNames.log, to.sideNames.log),
      (from.sideNames.previous, to.sideNames.previous),
    ]
    let before = try fileSystem.names(in: to.directory)
    for (_, name) in names where before.contains(name) {
      throw StateFileError.conflict(path: name == to.name ? other : to.folder + "/" + name, .appeared)
    }
    // What is no damage is told of these files, and not of their copies.
    do { _ = try open(.reading, .refuse) } catch let error where !isDamage(error) { throw error } catch {}
    do {
      for (name, newName) in names {
        guard let bytes = try bytes(of: name, at: from) else { continue }
        try PlainFile.write(bytes, to: to.folder + "/" + newName, isReplacing: false, in: fileSystem)
      }
      return try Rescue(other, undoing: undone, startingWith: initial, in: fileSystem).repair()
    } catch {
      let after = (try? fileSystem.names(in: to.directory)) ?? []
      for name in after where !before.contains(name) && to.sideNames.isBeside(name, to.name) {
        try? fileSystem.remove(name, in: to.directory)  // The first error is the one to report.
      }
      throw error
    }
  }

  private func place(of path: String) throws(StateFileError) -> FilePlace {
    do throws(StepFailure) {
      return try FilePlace(path, in: fileSystem)
    } catch {
      throw .inaccessible(path: path, step: error.step, cause: error.cause)
    }
  }

  func bytes(of name: String, at place: FilePlace) throws -> [UInt8]? {
    try StateFile<State>(at: place.folder + "/" + name, sizeLimit: .max, in: fileSystem).bytes()
  }
}
