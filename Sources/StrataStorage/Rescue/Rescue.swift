import Strata

/// Looks at the files of a store that cannot be opened, and keeps what can be kept.
package struct Rescue<State: Reducible & DescribedValue> {
  let path: String
  let undone: UndonePart<State>
  /// What a store begins with where there is none.
  let initial: State
  let fileSystem: any FileSystem

  package init(
    _ path: String,
    undoing undone: UndonePart<State>,
    startingWith initial: State,
    in fileSystem: any FileSystem = POSIXFileSystem()
  ) {
    (self.path, self.undone, self.initial, self.fileSystem) = (path, undone, initial, fileSystem)
  }

  /// What there is, file by file; nothing is changed.
  package func check() -> [Finding] {
    guard let place = try? FilePlace(path, in: fileSystem) else { return [] }
    defer { place.close() }
    let names = (try? fileSystem.names(in: place.directory))?.sorted() ?? []
    var findings = [state(names, place)]
    if names.contains(place.sideNames.log) { findings.append(log(place)) }
    if names.contains(place.sideNames.previous) { findings.append(previous(place)) }
    for name in names where name != place.sideNames.previous && place.sideNames.isKeptAside(name) {
      findings.append(
        Finding(path: place.folder + "/" + name, condition: .kept, sentence: "kept; nothing reads it")
      )
    }
    guard findings.allSatisfy({ $0.condition != .damaged }), findings[0].condition == .whole else {
      return findings
    }
    // Each is whole: do they fit each other?
    do {
      let opened = try open(.reading, .refuse)
      if case .dropped(let reason) = opened.report.history {
        findings[0].sentence += "; its history is not there any more (\(reason))"
      }
    } catch {
      findings.append(Finding(path: path, condition: .damaged, sentence: "\(error)"))
    }
    return findings
  }

  func open(
    _ access: OpeningOptions.Access,
    _ damagedLog: OpeningOptions.DamagedLog
  ) throws -> DurableStore<State> {
    var options = OpeningOptions()
    (options.access, options.damagedLog) = (access, damagedLog)
    // A person asks for it, and knows the files.
    (options.sizeLimit, options.memoryLimit) = (.max, .max)
    return try DurableStore(
      at: path,
      undoing: undone,
      startingWith: initial,
      options: options,
      in: fileSystem
    )
  }

  private var stateFile: StateFile<State> {
    StateFile(at: path, sizeLimit: .max, memoryLimit: .max, in: fileSystem)
  }

  private func state(_ names: [String], _ place: FilePlace) -> Finding {
    var finding = Finding(path: path, condition: .missing, sentence: "there is no such file")
    guard names.contains(place.name) else { return finding }
    let file = stateFile
    do throws(StateFileError) {
      let size = try file.bytes()?.count ?? 0
      _ = try file.load()
      (finding.condition, finding.sentence) = (.whole, "a state of \(size) bytes")
      if file.wasEditedOutside { finding.sentence += ", edited by another hand since it was saved" }
    } catch {
      (finding.condition, finding.sentence) = (.damaged, "\(error)")
    }
    return finding
  }

  private func previous(_ place: FilePlace) -> Finding {
    var finding = Finding(
      path: place.folder + "/" + place.sideNames.previous,
      condition: .whole,
      sentence: "the version before"
    )
    do throws(StateFileError) {
      _ = try stateFile.previousVersion()
    } catch {
      (finding.condition, finding.sentence) = (.damaged, "\(error)")
    }
    return finding
  }

  private func log(_ place: FilePlace) -> Finding {
    var finding = Finding(path: place.folder + "/" + place.sideNames.log, condition: .damaged, sentence: "")
    do {
      let (lines, end, size) = try scanned(place)
      let whole = "\(lines.changes) changes and \(lines.kept) kept moments"
      switch end.damage {
      case nil: (finding.condition, finding.sentence) = (.whole, whole)
      case .torn:
        let rest =
          "the last \(size - end.offset) bytes were never acknowledged, and are cut off when it is opened"
        (finding.condition, finding.sentence) = (.whole, "\(whole); \(rest)")
      case .corrupt(let reason):
        finding.sentence = "\(whole) are whole; damaged from byte \(end.offset) on: \(reason)"
      case .newer(let found): finding.sentence = "written by a newer version, with format \(found)"
      }
    } catch {
      finding.sentence = "it cannot be read: \(error)"
    }
    return finding
  }

  /// What a log has without the state that it is about.
  func scanned(_ place: FilePlace) throws -> (lines: LogContents, end: LogScanner.End, size: Int) {
    let file = try fileSystem.open(place.sideNames.log, in: place.directory, for: .reading)
    defer { try? fileSystem.close(file) }  // It was only read.
    let size = Int(try fileSystem.status(of: file).identity.size)
    var lines = LogContents()
    let end = try LogScanner(fileSystem: fileSystem, file: file, size: size).scan(&lines)
    return (lines, end, size)
  }
}

/// How much there is in a log.
struct LogContents: LogScanner.Reader {
  private(set) var header: LogHeader?
  private(set) var (kept, changes) = (0, 0)

  mutating func begin(_ header: LogHeader) { self.header = header }
  mutating func kept(_ json: UnsafeRawBufferPointer, at place: Int) { kept += 1 }
  mutating func change(_ number: Int, _ json: UnsafeRawBufferPointer, at place: Int) { changes += 1 }
}
