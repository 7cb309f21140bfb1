import Foundation
import Measuring
import Strata
import TestSupport
import Testing

@testable import StrataREPL

@Suite(
  "The program with a real database between machines",
  .enabled(if: PostgreSQL.isHere, "PostgreSQL is missing and cannot be installed")
)
struct DatabaseProgramTests {
  let program: Program
  let server: PostgreSQL

  init() throws {
    (program, server) = (try Program(), try PostgreSQL())
    try program.folder.write(Self.exchange, to: "exchange")
  }

  /// The script with which a machine exchanges changes: it needs only the program and `psql`.
  private static let exchange = """
    sql() { "$CLIENT" -X -q -A -t -v ON_ERROR_STOP=1 -h "$DATA" -U strata -d postgres "$@"; }
    apply_all() {
      echo "select line from changes order by position" | sql > "$1.lines" && "$STRATA" apply "$1.lines" "$1" > "$1.said"
    }
    while :; do
      apply_all "$1" || exit 1
      "$STRATA" publish "$1" > "$1.new" || exit 1
      [ -s "$1.new" ] || exit 0
      while read -r line; do
        placed=$(sql -v line="$line" << 'END'
          insert into changes
          select next, :'line'::json ->> 'name', :'line'::json ->> 'author', :'line'
          from (select (:'line'::json ->> 'position')::bigint as next) as given
          where (select coalesce(max(position), 0) from changes) = next - 1 on conflict do nothing returning position
    END
        ) || exit 1
        # Another machine was first: this line and the lines after it are published again.
        [ -n "$placed" ] || break
      done < "$1.new"
    done

    """

  private var prefix: String { "DATA=\(server.data) CLIENT=\(PostgreSQL.client); export DATA CLIENT; " }

  private func shell(_ script: String) throws -> Program.End { try program.shell(prefix + script) }

  /// Lets all machines run a script at the same time, in processes that are killed with their children.
  private func kill(
    _ machines: [String],
    after milliseconds: () -> Int,
    _ script: (_ machine: String) -> String
  ) throws -> [Program.End] {
    let running = try machines.map { machine in
      try program.start(
        "\(prefix) exec timeout -s KILL \(Double(milliseconds()) / 1000) sh -c '\(script(machine))'"
      )
    }
    return running.map { Program.End($0.finish()) }
  }

  /// The document of a machine, read without the types of the app.
  private func document(_ machine: String) throws -> PlainValue {
    let end = try shell("\"$STRATA\" inspect \(machine) show --json")
    guard case .record(let answer) = try PlainValue(json: end.output.utf8),
      case .record(let state)? = answer["value"]?["value"]
    else { return .null }
    return try #require(state["document"])
  }

  @Test(
    "Machines that are killed while they add, publish and apply have each answered todo exactly once",
    .timeLimit(.minutes(30))
  )
  func killed() throws {
    var random = SplitMix64(seed: 9)
    let machines = ["a", "b"]
    _ = try shell("printf 'start today\\n' | \"$STRATA\" a")
    for (number, machine) in machines.enumerated() {
      let joined = try shell("\"$STRATA\" join \(number + 1) \(machine) && sh exchange \(machine)")
      #expect(joined.status == 0 && joined.errors == "", "\(joined)")
    }
    var titles: Set<Substring> = []
    var (killed, round) = (0, 0)
    while round < Soak.pick(1, more: Soak.times(2)) || titles.count < 4 || killed == 0 {
      round += 1
      // Each round has more time. A slow computer needs it for the first title.
      // Each machine adds until it is killed. Its answers are acknowledged; a line may be cut off.
      let heard = try kill(machines, after: { 100 + random.below(150 * round) }) { machine in
        let lines = "for i in 1 2 3; do echo add \(machine)-\(round)-$i.; sleep 0.05; done; sleep 1"
        return "(\(lines)) | \"$STRATA\" \(machine)"
      }
      for line in heard.flatMap(\.lines) where line.hasSuffix(".") {
        titles.insert(line.split(separator: " ").last ?? "")
      }
      // The machines exchange at the same time, and are killed in the middle.
      let ends = try kill(machines, after: { 1 + random.below(Soak.pick(250, more: 600) * round) }) {
        "sh exchange \($0)"
      }
      killed += ends.count { $0.status == 9 || $0.status == 137 }
      #expect(ends.allSatisfy { $0.errors == "" }, "\(ends)")
    }
    let settled = try shell("sh exchange a && sh exchange b && sh exchange a")
    #expect(settled.status == 0 && settled.errors == "", "\(settled)")
    let document = try document("a")
    #expect(try self.document("b") == document)
    let list = try shell("printf 'page\\n' | \"$STRATA\" a")
    let there = list.lines.compactMap { $0.hasSuffix(".") ? $0.split(separator: " ").last : nil }
    #expect(titles.subtracting(there).isEmpty && there.count == Set(there).count)
    let positions = try server.run("select count(*) = max(position) from changes")
    #expect(positions == ["t"])
  }
}
