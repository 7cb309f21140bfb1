extension StateFile {
  /// Moves what is there aside, so that loading finds no file and saving makes a new one.
  ///
  /// - Returns: The path under which it is kept, beside the file: `state.json.quarantined-1`.
  /// - Throws: `StateFileError.notSaved` when there is nothing to move or it cannot be moved, and it stays where it is;
  ///   `notYetDurable` when it was moved and a power cut may still bring it back; `locked` when another writer is at it.
  @discardableResult
  public func quarantine() throws(StateFileError) -> String {
    try working { standing throws(StateFileError) in
      try withLockedPlace { place throws(StateFileError) in
        let aside = try saving { () throws(StepFailure) in
          let aside = try place.freeName(place.sideNames.quarantine)
          try performing(.rename) { () throws(SystemError) in
            try fileSystem.rename(place.name, to: aside, in: place.directory)
          }
          return aside
        }
        standing = .missing
        try syncing(place)
        return place.folder + "/" + aside
      }
    }
  }

  /// Puts the version before the one that is there in its place, and loads it.
  ///
  /// The file that is there is quarantined, not lost.
  ///
  /// - Throws: `StateFileError.noPreviousVersion` when none was kept, and what ``load()`` throws when it cannot be
  ///   loaded either; nothing was changed then.
  public func restorePreviousVersion() throws(StateFileError) -> State {
    try working { standing throws(StateFileError) in
      try withLockedPlace { place throws(StateFileError) in
        let previous = place.sideNames.previous
        guard let (bytes, identity) = try contents(of: previous, at: place) else {
          throw .noPreviousVersion(path: path)
        }
        let state = try envelope.decode(bytes, of: self.path(of: previous, at: place))
        try saving { () throws(StepFailure) in
          if let found = try place.status(), !found.identity.isSameFile(as: identity) {
            let aside = try place.freeName(place.sideNames.quarantine)
            try performing(.keepPrevious) { () throws(SystemError) in
              try fileSystem.link(place.name, to: aside, in: place.directory)
            }
            // Before the file loses its name: else a power cut could keep the renaming and not the link.
            try place.syncFolder()
          }
          try performing(.rename) { () throws(SystemError) in
            try fileSystem.rename(previous, to: place.name, in: place.directory)
          }
        }
        standing = .known(identity)
        try syncing(place)
        return state
      }
    }
  }

  /// Gives up what is there: the next save replaces it, and does not keep it as the previous version.
  ///
  /// Nothing is removed yet. A file that another program puts there from now on is still a conflict.
  ///
  /// - Throws: `StateFileError.notSaved`, `notAFile` or `locked` when it cannot be seen what is there.
  public func discard() throws(StateFileError) {
    try working { standing throws(StateFileError) in
      try withLockedPlace { place throws(StateFileError) in
        standing = .discarded(try regularFile(at: place)?.identity)
      }
    }
  }

  /// Removes the version before the one that is there, if one was kept: for what has to be forgotten everywhere.
  ///
  /// - Throws: `StateFileError.notSaved` when it cannot be removed, `notYetDurable` when a power cut may still bring it
  ///   back, `locked` when another writer is at it.
  public func removePreviousVersion() throws(StateFileError) {
    try working { _ throws(StateFileError) in
      try withLockedPlace { place throws(StateFileError) in
        let previous = place.sideNames.previous
        try saving { () throws(StepFailure) in
          guard try place.status(of: previous) != nil else { return }
          try performing(.remove) { () throws(SystemError) in
            try fileSystem.remove(previous, in: place.directory)
          }
        }
        try syncing(place)
      }
    }
  }

  /// Removes everything that was kept beside the file: the version before, what was quarantined, and logs that were set
  /// aside.
  func removeEverythingBeside() throws(StateFileError) {
    try working { _ throws(StateFileError) in
      try withLockedPlace { place throws(StateFileError) in
        try saving { () throws(StepFailure) in
          let names = try performing(.inspect) { () throws(SystemError) in
            try fileSystem.names(in: place.directory)
          }
          for name in names where place.sideNames.isKeptAside(name) {
            try performing(.remove) { () throws(SystemError) in
              try fileSystem.remove(name, in: place.directory)
            }
          }
        }
        try syncing(place)
      }
    }
  }

  private func syncing(_ place: FilePlace) throws(StateFileError) {
    do throws(StepFailure) {
      return try place.syncFolder()
    } catch {
      throw .notYetDurable(path: path, cause: error.cause)
    }
  }
}
