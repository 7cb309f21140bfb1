import StrataCore

extension Rescue {
  /// Copies the files to another place, and repairs them there; these stay as they are, and no writer gets at them meanwhile.
  ///
  /// A copy that was broken off before its state was there goes on when this is called again.
  ///
  /// - Throws: `StateFileError`, a conflict where there is something already; `LogError` where another process has the files
  ///   open; what ``repair()`` throws. Nothing is left there then.
  package func repair(into other: String) throws -> [String] {
    let (from, to) = (try place(of: path), try place(of: other))
    defer {
      from.close()
      to.close()
    }
    if try isSamePlace(from, to) { throw SamePlace(path: other) }
    let lock = try lock(from)
    defer { lock?.releaseLock(isUnused: true) }
    let target = Rescue(
      other,
      undoing: undone,
      startingWith: initial,
      isUnlimited: limit == .max,
      in: fileSystem
    )
    if try inspecting(to.name, to) != nil { throw StateFileError.conflict(path: other, .appeared) }
    // Nor does any other process get at the copies: what is half of them is no store.
    return try target.holding { target in
      let names = try names(from, to)
      let begun = try begun(names, from, to, other)
      // Errors other than damage are thrown for these files, and not for their copies.
      do { _ = try open(.reading, .refuse) } catch let error where !isDamage(error) { throw error } catch {}
      let before = Set(try fileSystem.names(in: to.directory)).subtracting(begun)
      do {
        for (name, newName) in names where !begun.contains(newName) {
          _ = try copy(name, of: from, to: to.folder + "/" + newName)
        }
        if lock == nil { try checkUnlocked(from) }
        let told = try unusablePrevious(at: from).map { [$0] } ?? []
        return told + (try target.repairHeld())
      } catch {
        let after = (try? fileSystem.names(in: to.directory)) ?? []
        for name in after where !before.contains(name) && to.sideNames.isBeside(name, to.name) {
          try? fileSystem.remove(name, in: to.directory)  // The first error is the one to report.
        }
        throw error
      }
    }
  }

  private func isSamePlace(_ place: FilePlace, _ other: FilePlace) throws -> Bool {
    guard place.name == other.name else { return false }
    do throws(SystemError) {
      let folder = try fileSystem.status(of: place.directory).identity
      return folder.isSameFile(as: try fileSystem.status(of: other.directory).identity)
    } catch {
      throw StateFileError.inaccessible(path: path, step: .inspect, cause: error)
    }
  }

  /// The names of the files, with those of their copies, in the order in which they are copied.
  ///
  /// A log without its state is not opened, and so the state comes last. Without a log, a version before the state would be
  /// overlooked, and so the state comes first.
  private func names(_ from: FilePlace, _ to: FilePlace) throws -> [(String, String)] {
    let state = (from.name, to.name)
    let log = (from.sideNames.log, to.sideNames.log)
    let previous = (from.sideNames.previous, to.sideNames.previous)
    let hasLog = try inspecting(from.sideNames.log, from) != nil
    return hasLog ? [log, previous, state] : [state, previous, log]
  }

  /// The copies that are there already, from a time when this was broken off.
  ///
  /// - Throws: A conflict where something else is there.
  private func begun(
    _ names: [(String, String)],
    _ from: FilePlace,
    _ to: FilePlace,
    _ other: String
  ) throws -> Set<String> {
    var begun: Set<String> = []
    if try inspecting(to.name, to) != nil { throw StateFileError.conflict(path: other, .appeared) }
    for (name, newName) in names {
      guard let found = try inspecting(newName, to) else { continue }
      // A second name of the file itself is no copy: what is done to it is done to the file.
      let isOther = try inspecting(name, from)?.identity.isSameFile(as: found.identity) == false
      guard isOther, found.kind == .file, try isSame(name, of: from, as: newName, of: to)
      else {
        throw StateFileError.conflict(path: to.folder + "/" + newName, .appeared)
      }
      begun.insert(newName)
    }
    return begun
  }

  /// Keeps writers out; nil where there is no lock, and none can be made: on a disk that takes no files.
  private func lock(_ place: FilePlace) throws -> StateFile<State>? {
    let file = stateFile
    do throws(StateFileError) {
      _ = try file.hold()
      return file
    } catch .locked {
      throw LogError.inUse(path: path)
    } catch .notSaved(_, let step, let cause) {
      // A process that has the files open has made a lock.
      guard step == .lock, try inspecting(place.sideNames.lock, place) == nil else {
        throw StateFileError.inaccessible(path: path, step: step, cause: cause)
      }
      return nil
    }
  }

  /// Sees to it that no writer has come that could make a lock.
  private func checkUnlocked(_ place: FilePlace) throws {
    if try inspecting(place.sideNames.lock, place) != nil { throw LogError.inUse(path: path) }
  }
}

/// The files to be repaired are also the destination of the repair.
package struct SamePlace: Error, Equatable, CustomStringConvertible {
  package let path: String

  package var description: String {
    """
    \(path) is what is to be repaired. Name another file behind --into; or leave that out, to repair it where it is: \
    what cannot be read is copied beside it first.
    """
  }
}
