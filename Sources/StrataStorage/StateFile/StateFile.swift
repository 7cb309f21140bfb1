#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that holds one state as JSON, replaced as a whole each time it is saved.
///
///     let file = StateFile<AppState>(at: "journal.json")
///     var state = try file.load() ?? AppState()
///     try file.save(state)
///
/// The same state is the same bytes: keys are sorted.
///
/// - Note: What is not promised: network drives, and disks that confirm what they have not written.
public struct StateFile<State: Codable & Sendable>: Sendable {
  /// Where the file is.
  public let path: String
  private let fileSystem: any FileSystem

  /// Names a state file; nothing is read or written yet.
  public init(at path: String) {
    self.init(at: path, in: POSIXFileSystem())
  }

  package init(at path: String, in fileSystem: any FileSystem) {
    self.path = path
    self.fileSystem = fileSystem
  }

  /// Saves `state`; when this returns, a power cut does not lose it.
  ///
  /// - Throws: `StateFileError`, which says whether the file still has what it had.
  public func save(_ state: State) throws(StateFileError) {
    let bytes: Data
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      bytes = try encoder.encode(StateEnvelope(state: state))
    } catch {
      throw .unencodable(path: path, reason: "\(error)")
    }
    do {
      try AtomicReplacement(fileSystem: fileSystem).replace(FileLocation(path), with: bytes)
    } catch {
      throw error.step == .syncDirectory
        ? .notYetDurable(path: path, cause: error.cause)
        : .notSaved(path: path, step: error.step.rawValue, cause: error.cause)
    }
  }

  /// Loads the state, or returns nil when there is no such file.
  ///
  /// - Throws: `StateFileError` when there is a file that cannot be loaded: only a missing one may start
  ///   afresh.
  public func load() throws(StateFileError) -> State? {
    guard let bytes = try contents() else { return nil }
    do {
      let format = try JSONDecoder().decode(StateFormat.self, from: Data(bytes)).format
      guard format <= StateFormat.newest else {
        throw StateFileError.newer(path: path, format: format, known: StateFormat.newest)
      }
      return try JSONDecoder().decode(StateEnvelope<State>.self, from: Data(bytes)).state
    } catch let error as StateFileError {
      throw error
    } catch {
      throw .corrupt(path: path, reason: "\(error)")
    }
  }

  private func contents() throws(StateFileError) -> [UInt8]? {
    let location = FileLocation(path)
    do throws(SystemError) {
      let directory = try fileSystem.openDirectory(location.directory)
      // Nothing was written through these descriptors, so there is nothing that closing them could lose.
      defer { try? fileSystem.close(directory) }
      let file = try fileSystem.open(location.name, in: directory)
      defer { try? fileSystem.close(file) }
      return try fileSystem.readAll(from: file)
    } catch {
      if error == .notFound { return nil }
      throw .unreadable(path: path, cause: error)
    }
  }
}
