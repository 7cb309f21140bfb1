import Strata
import Workspace

extension WorkspaceSession {
  static let fileCommands: [Command<WorkspaceSession>] = [
    Command("import", "FILE", "replace the document by an exported .json file; one step", "import old.json") {
      arguments in
      let path = try arguments.path()
      return { try $0.importDocument(path) }
    },
    Command(
      "export",
      "FILE [--replace] | markdown|html|json",
      "write the document to a .json, .md or .html file, or show it",
      "export journal.md",
      "export copy.json --replace",
      "export markdown"
    ) { arguments in
      let isReplaced = arguments.flag("--replace")
      let path = try arguments.path()
      if let format = Format(rawValue: path) { return { try $0.exported(format) } }
      guard let format = Format(ending: path) else {
        throw CommandError("'\(path)' ends in none of .json, .md and .html.")
      }
      return { try $0.export(format, to: path, isReplaced: isReplaced) }
    },
    Command("source", "FILE", "run the lines of a file, up to the first that fails", "source monday.txt") {
      arguments in
      let path = try arguments.path()
      return { _ in .nothing(then: .lines(of: path)) }
    },
  ]

  static let programCommands: [Command<WorkspaceSession>] = [
    Command("help", "[COMMAND…]", "show all commands, or one with examples", "help", "help add") {
      arguments in
      if arguments.isEmpty { return { _ in commands.help(nil) } }
      let words = try arguments.line(.command)
      let name = words.map(\.text).joined(separator: " ")
      let isBegun = commands.all.contains { $0.name.hasPrefix(name) }
      let found = try isBegun ? name : commands.command(for: words).name
      return { _ in commands.help(found) }
    },
    Command("quit", "", "leave; everything is saved") { _ in { _ in .nothing(then: .end) } },
  ]

  /// A format of exported documents.
  private enum Format: String {
    case markdown, html, json

    /// The format of a file by the end of its name.
    init?(ending path: String) {
      let endings: [(String, Format)] = [
        (".md", .markdown), (".markdown", .markdown), (".html", .html), (".json", .json),
      ]
      guard let found = endings.first(where: { path.lowercased().hasSuffix($0.0) }) else { return nil }
      self = found.1
    }
  }

  private func importDocument(_ path: String) throws -> Answer {
    guard let json = try StateFile<AppState>(at: path).bytes() else { throw MissingFile(path: path) }
    let present = store.state.document
    let document: Document
    let isSame: Bool
    do {
      (document, isSame) = try work.run("Importing \(fileName(path))", of: json.count) {
        let document = try Document(importing: json)
        return (document, document.isWritten(as: present))
      }
    } catch let error as ImportError {
      let isWorkspace = (try? WorkspaceSession(opening: path, readOnly: true, work: work, now: now)) != nil
      throw NotImported(path: path, error: isWorkspace ? nil : error)
    }
    if isSame { return .done("Nothing was imported: the workspace has all of \(path).") }
    try work.run("Writing the import", of: json.count, changing: true) { [store, author] in
      try store.send(.importDocument(document), as: author)
    }
    let (pages, todos) = (document.journal.pages.count, document.journal.todos.count)
    return .done("Imported \(path): \(counted(pages, "page")), \(counted(todos, "todo"))")
  }

  private func exported(_ format: Format) throws -> Answer {
    let bytes = try bytes(format, "Exporting")
    let text = String(decoding: bytes, as: UTF8.self)
    return Answer({
      .record(format == .json ? ["document": try PlainValue(json: bytes)] : ["text": .text(text)])
    }) { _ in
      Rows(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
  }

  private func export(_ format: Format, to path: String, isReplaced: Bool) throws -> Answer {
    for own in [opened.path, opened.path + ".log"] {
      if let file = FileNumber(path), file == FileNumber(own) {
        throw ExportError(description: "\(path) is this workspace itself. Name another file.")
      }
    }
    let bytes = try bytes(format, "Exporting \(fileName(path))")
    do {
      try work.run("Writing \(fileName(path))", changing: true) {
        try WorkMeter.checkCancellation()
        try PlainFile.write(bytes, to: path, replacing: isReplaced ? .anything : .nothing)
      }
    } catch StateFileError.conflict(_, .appeared) {
      throw ExportError(
        description: "There is a file \(path) already. To replace it: export \(quoted(path)) --replace"
      )
    } catch StateFileError.notSaved(_, .openFolder, .notFound) {
      throw ExportError(description: "There is no folder for \(path).")
    }
    return .done("Exported \(path): \(grouped(bytes.count)) bytes")
  }

  private func fileName(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }

  private func bytes(_ format: Format, _ title: String) throws -> [UInt8] {
    let document = store.state.document
    let total = format == .json ? bytesToRead(at: opened.path) : document.journal.pages.count
    return try work.run(title, of: total) {
      let pages = document.journal.allPages().lazy.map { page in
        WorkMeter.current?.add(1)
        return page
      }
      switch format {
      case .markdown: return Journal.markdownBytes(of: pages)
      case .html: return Journal.htmlBytes(of: pages)
      case .json: return printable(json: try document.jsonPieces().bytes)
      }
    }
  }
}

/// A file that cannot be imported.
struct NotImported: Error, CustomStringConvertible {
  let path: String
  /// The reason; nil for a workspace.
  let error: ImportError?

  var description: String {
    guard let error else {
      return
        "\(path) is a workspace. To import its document: strata \(shellWord(path)), and there export old.json"
    }
    let place = error.place.isEmpty ? "" : "at \(error.place.joined(separator: " / ")): "
    return "\(path) is not an exported document: \(place)\(error.reason). See: help export"
  }
}

/// A document that was not exported.
struct ExportError: Error, Equatable, CustomStringConvertible {
  let description: String
}
