import Strata
import StrataStorage
import Workspace

extension REPL {
  /// Marks the present moment as the saved one, and brings the state file up to date.
  func save() throws -> Answer {
    do {
      try store.markSaved()
    } catch LogError.stopped, LogError.replaced, LogError.changed {
      // Even the mark is a change: the log has to be written anew first.
      try opened.flush()
      try store.markSaved()
    }
    try opened.flush()
    return .done("Saved \(opened.path)")
  }

  func importDocument(_ path: String) throws -> Answer {
    guard let json = try StateFile<AppState>(at: path).bytes() else { throw NoFile(path: path) }
    let (title, present) = ("Importing \(path.split(separator: "/").last ?? "")", store.state.document)
    let document: Document
    let isThere: Bool
    do {
      (document, isThere) = try work.run(title, of: json.count) {
        let document = try Document(importing: json)
        return (document, document.isWritten(as: present))
      }
    } catch let error as ImportError {
      guard (try? REPL(opening: path, readOnly: true, work: work, now: now)) != nil else {
        throw ForeignFile(document: path, error)
      }
      throw ForeignFile(workspace: path)
    }
    if isThere {
      return .done("Nothing was imported: all that is in \(path) is here as it is there.")
    }
    try work.run("Writing what was imported", of: json.count, changing: true) { [store, author] in
      try store.send(.importDocument(document), as: author)
    }
    return .done("Imported \(path): \(document.journal.inventory)")
  }

  func export(_ format: Command.Format, _ path: String, _ isReplacing: Bool) throws -> Answer {
    for own in [opened.path, opened.path + ".log"] {
      if let file = FileNumber(path), file == FileNumber(own) { throw OwnFile(path: path) }
    }
    let name = path.split(separator: "/").last ?? ""
    let text = try exported(format, as: "Exporting \(name)")
    do {
      try work.run("Writing \(name)", changing: true) {
        try WorkMeter.requireWanted()
        try text.write(to: path, replacing: isReplacing ? .anything : .nothing)
      }
    } catch StateFileError.conflict(_, .appeared) {
      throw FileExists(path: path)
    } catch StateFileError.notSaved(_, .openFolder, .notFound) {
      throw NoFolder(path: path)
    }
    return .done("Exported \(path): \(grouped(text.count)) bytes")
  }
}

extension REPL {
  /// The document in another form.
  func exported(_ format: Command.Format, as title: String) throws -> ExportedText {
    let document = store.state.document
    let journal = document.journal
    let total = format == .json ? bytesToRead(at: opened.path) : journal.pages.count
    return try work.run(title, of: total) {
      func counted(_ pages: [JournalPage]) -> some Sequence<JournalPage> {
        pages.lazy.map { page in
          WorkMeter.current?.add(1)
          return page
        }
      }
      switch format {
      case .markdown: return .bytes(Journal.markdownBytes(of: counted(journal.allPages())))
      case .html: return .bytes(Journal.htmlBytes(of: counted(journal.allPages())))
      case .json:
        let json = try document.jsonPieces()
        return isPrintable(json) ? .pieces(json) : .bytes(printable(json: json.bytes))
      }
    }
  }
}

extension Journal {
  /// What is in it, in a few words.
  var inventory: String {
    func count(_ number: Int, _ noun: String) -> String {
      "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }
    return "\(count(pages.count, "page")), \(count(todos.count, "todo"))"
  }
}

/// There is no file where one was to be read.
struct NoFile: Error, Equatable, CustomStringConvertible {
  let path: String

  var description: String { "There is no file \(path). Name one that is there." }
}

/// There is no folder where a file was to be written.
struct NoFolder: Error, Equatable, CustomStringConvertible {
  let path: String

  var description: String { "There is no folder for \(path). Name a file in one that is there." }
}

/// There is a file where one was to be written.
struct FileExists: Error, Equatable, CustomStringConvertible {
  let path: String

  var description: String { "There is a file \(path) already. To replace it: export \(path) --replace" }
}

/// An export would take the workspace's own place.
struct OwnFile: Error, Equatable, CustomStringConvertible {
  let path: String

  var description: String { "\(path) is this workspace itself. Name another file." }
}
