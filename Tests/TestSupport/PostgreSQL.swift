import Foundation

/// A server of a test's own, which listens on a socket in a temporary folder and nowhere else; `psql` is the only client.
public final class PostgreSQL {
  private let folder: TemporaryFolder
  /// The client that talks with the server, from the first statement until a statement fails or the server stops.
  private var session: (program: RunningProgram, input: FileHandle)?

  /// The folder of the server's programs; nil if the server is not installed.
  static let programs: String? = {
    let versions = "/usr/lib/postgresql"
    let numbers = ((try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []).compactMap(
      Int.init
    )
    let folders = numbers.sorted(by: >).map { "\(versions)/\($0)/bin" }
    return folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
  }()

  /// Its client itself: what a system has in its path may be a script that looks for it first.
  public static let client: String = programs.map { "\($0)/psql" } ?? "psql"

  /// Whether it is installed.
  public static let isHere: Bool = programs.map { _ in true } ?? false

  /// A program of the server, or a statement, has failed.
  public struct Failed: Error, CustomStringConvertible {
    /// The message of the program, or of the statement.
    public let description: String
  }

  /// Makes a server, with a table for an order.
  public init() throws {
    folder = try TemporaryFolder()
    guard let programs = Self.programs else { throw Failed(description: "PostgreSQL is not here") }
    // A server refuses to run as root.
    try Self.shell(
      "chmod 755 \(folder.path); mkdir \(data); if [ $(id -u) = 0 ]; then chown postgres \(data); fi"
    )
    try Self.shell(server("\(programs)/initdb -D \(data) -A trust -U strata -E UTF8 --locale=C --no-sync"))
    try start()
    try run("create table changes (position bigint primary key, name text unique, author text, line text)")
  }

  deinit { try? stop() }

  /// The folder of the server's data and of its socket.
  public var data: String { folder.file("data") }

  private func server(_ command: String) -> String {
    "cd \(data); if [ $(id -u) = 0 ]; then exec runuser -u postgres -- \(command); else exec \(command); fi"
  }

  /// Starts it again.
  public func start() throws {
    guard let programs = Self.programs else { return }
    let options = "-c listen_addresses= -k \(data) -c fsync=off"
    try Self.shell(
      server(
        "\(programs)/pg_ctl -D \(data) -w -l \(data)/log -o '\(options)' start > /dev/null 2>&1 < /dev/null"
      )
    )
  }

  /// Stops it as a failure would: nothing is brought to an end.
  public func stop() throws {
    guard let programs = Self.programs else { return }
    session = nil
    try Self.shell(server("\(programs)/pg_ctl -D \(data) -w -m immediate stop"))
  }

  /// Runs a statement, and returns its rows, fields with a tab between them.
  @discardableResult
  public func run(_ statement: String) throws -> [String] {
    let (program, input) = try session ?? connected()
    let end = "that was all\n"
    session = nil
    try input.write(contentsOf: Data("\(statement);\n\\echo \(end)".utf8))
    var said = Data()
    while !said.suffix(end.utf8.count).elementsEqual(end.utf8) {
      let more = program.waitForBytes()
      if more.isEmpty { throw Failed(description: program.finish().errors) }
      said += more
    }
    session = (program, input)
    return String(decoding: said.dropLast(end.utf8.count), as: UTF8.self).split(separator: "\n").map(
      String.init
    )
  }

  private func connected() throws -> (RunningProgram, FileHandle) {
    let input = ChildProcess.pipe()
    let options = [
      "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-F", "\t", "-h", data, "-U", "strata", "postgres",
    ]
    return (try RunningProgram(Self.client, options, input: input), input.fileHandleForWriting)
  }

  private static func shell(_ script: String) throws {
    // A server that stays would keep what else this process has open, and its end would never be seen.
    let closing = "for file in /proc/self/fd/*; do n=${file##*/}; [ $n -lt 3 ] || eval \"exec $n>&-\"; done"
    let end = try RunningProgram("/bin/bash", ["-c", "\(closing); \(script)"]).finish()
    guard end.status == 0 else { throw Failed(description: end.output + end.errors) }
  }
}

extension PostgreSQL {
  /// A line of an order.
  public struct Line: Sendable {
    let name: String
    let author: String
    let text: String

    /// Makes a line with what its columns say.
    public init(_ text: some Sequence<UInt8>, called name: String, by author: String) {
      (self.name, self.author, self.text) = (name, author, String(decoding: Array(text), as: UTF8.self))
    }

    fileprivate func row(at position: Int) -> String {
      let texts = [name, author, text].map { "'\($0.replacing("'", with: "''"))'" }
      return "(\(position), \(texts.joined(separator: ", ")))"
    }
  }

  /// Puts lines at the next positions of the order; false where another one was first, or has such a name. All are there
  /// then, or none.
  public func insert(_ lines: [Line], at position: Int) throws -> Bool {
    let rows = lines.enumerated().map { $1.row(at: position + $0) }
    // A position is counted up by the insertion itself: numbers that a sequence gives out have gaps.
    let statement = """
      insert into changes select * from (values \(rows.joined(separator: ", "))) as line
      where (select coalesce(max(position), 0) from changes) = \(position) - 1
      """
    // One line conflicts as a whole; of several a part could stay.
    let end = try run(lines.count == 1 ? statement + " on conflict do nothing" : statement)
    return end.last == "INSERT 0 \(lines.count)"
  }

  /// The lines behind a position, some at a time.
  public func lines(after position: Int) throws -> [[UInt8]] {
    try run("select line from changes where position > \(position) order by position limit 500").map {
      Array($0.utf8)
    }
  }
}
