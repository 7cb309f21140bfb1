import Strata
import StrataInspection
import StrataStorage
import Testing

@testable import StrataREPL

@Suite("Ways out of each error, in a sitting and outside of one")
struct UndertakingTests {
  private static let (path, cause) = ("f.json", SystemError(5))

  /// Every error of state and log that a person can meet.
  private static let errors: [any Error] =
    [
      LogError.inaccessible(path: path, step: .read, cause: cause),
      LogError.notAFile(path: path, kind: .folder),
      LogError.corrupt(path: path, offset: 1, reason: "r"), LogError.overMemory(path: path, limit: 1),
      LogError.otherState(path: path), LogError.editedOutside(path: path, reason: "r"),
      LogError.newer(path: path, what: .format, found: 2, known: 1),
      LogError.unknownField(path: path, field: "x", reason: "r"), LogError.stateMissing(path: path),
      LogError.inUse(path: path), LogError.notAppended(path: path, step: .write, cause: cause),
      LogError.unwritable(path: path, reason: "r"), LogError.unreadable(path: path, limit: 1),
      LogError.overLimit(path: path, size: 2, limit: 1), LogError.full(path: path),
      LogError.stopped(path: path, step: .write, cause: cause), LogError.replaced(path: path),
      LogError.changed(path: path), LogError.lockLost(path: path), LogError.readOnly(path: path),
      LogError.closed(path: path),
      StateFileError.inaccessible(path: path, step: .read, cause: cause),
      StateFileError.notAFile(path: path, kind: .folder),
      StateFileError.tooLarge(path: path, size: 2, limit: 1),
      StateFileError.overMemory(path: path, limit: 1), StateFileError.blank(path: path, size: 0),
      StateFileError.corrupt(path: path, reason: "r", place: nil),
      StateFileError.unknownField(path: path, field: "x", reason: "r", place: nil),
      StateFileError.newer(path: path, what: .format, found: 2, known: 1),
      StateFileError.notMigrated(path: path, from: 1, reason: "r"),
      StateFileError.unencodable(path: path, reason: "r"),
      StateFileError.overLimit(path: path, size: 2, limit: 1),
      StateFileError.notSaved(path: path, step: .write, cause: cause),
      StateFileError.notYetDurable(path: path, cause: cause), StateFileError.conflict(path: path, .changed),
      StateFileError.conflict(path: path, .removed), StateFileError.locked(path: path),
      StateFileError.lockLost(path: path), StateFileError.logChanged(path: path),
      StateFileError.logReplaced(path: path), StateFileError.closed(path: path),
      StateFileError.onlyPrevious(path: path, previous: "p"), StateFileError.noPreviousVersion(path: path),
      PatchError(.overMemory(limit: 1)),
    ]
    + [Moment.ID(number: 1)].compactMap(\.self).flatMap { id -> [any Error] in
      [InspectionError.overMemory(id, limit: 1), InspectionError.noState(id, reason: "r")]
    }

  /// What is named as something to type: what stands behind a colon.
  private func named(_ way: String) -> [String] {
    way.matches(of: /[Tt]o [^:]+: ((?:(?!  To ).)+)/).map { String($0.1) }
  }

  @Test("Outside of a sitting, each is a command line that is understood, about the file that it is about")
  func shell() throws {
    var counts: [Undertaking: Int] = [:]
    for undertaking in Undertaking.allCases {
      for error in Self.errors {
        guard let way = undertaking.wayOut(of: error, at: Self.path) else { continue }
        let named = named(way)
        #expect(!named.isEmpty, "\(way)")
        for command in named {
          let words = command.split(separator: " ").map(String.init)
          #expect(words.first == "strata", "\(undertaking): \(way)")
          let options = try Options(Array(words.dropFirst()))
          if case .inspect(let inspected) = options.task {
            #expect(inspected.path == Self.path && undertaking == .inspecting)
          } else if case .follow(let followed) = options.task {
            #expect(followed.path == Self.path && undertaking == .following)
          } else {
            #expect(options.path == Self.path, "\(way)")
          }
          counts[undertaking, default: 0] += 1
        }
      }
    }
    #expect(counts.count == Undertaking.allCases.count && counts.values.allSatisfy { $0 > 8 }, "\(counts)")
    // What is there is not sent round in circles.
    let conflict = StateFileError.conflict(path: Self.path, .changed)
    #expect(
      Undertaking.repairing.wayOut(of: conflict, at: Self.path)
        == "To repair what is there now: strata repair f.json"
    )
    #expect(Undertaking.closing.wayOut(of: conflict, at: Self.path)?.hasSuffix("strata check f.json") == true)
    let tooLarge = StateFileError.tooLarge(path: Self.path, size: 2, limit: 1)
    for (undertaking, task) in [
      (Undertaking.repairing, "strata repair f.json"), (.inspecting, "strata inspect f.json"),
    ] {
      #expect(undertaking.wayOut(of: tooLarge, at: Self.path)?.hasSuffix("\(task) --no-limits") == true)
    }
  }

  @Test("In a sitting, each is a command of the sitting, or the one that ends it")
  func sitting() {
    var count = 0
    for error in Self.errors {
      let text = told(error)
      #expect(text.hasPrefix(happening(of: error)))
      for line in named(text.replacing(happening(of: error), with: "", maxReplacements: 1)) {
        let command = line.hasPrefix("quit, then strata --no-limits") ? "quit" : line
        #expect(MistakeTests.mistake(command) == nil, "\(text)")
        count += 1
      }
    }
    #expect(count > 8, "\(count)")
  }

  @Test("What happened names nothing that only an app can call")
  func happenings() {
    for error in Self.errors {
      let text = happening(of: error)
      #expect(!text.contains("(:)") && !text.contains("()") && !text.contains("damagedLog"), "\(text)")
    }
  }
}
