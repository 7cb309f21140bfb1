import Testing

@testable import StrataREPL

@Suite("Where the workspace is")
struct DataDirectoryTests {
  @Test("Without a home there is a sentence, not a guess")
  func noHome() {
    let error = #expect(throws: DataDirectory.Unavailable.self) { try DataDirectory.path { _ in nil } }
    #expect(error?.description == "HOME is not set. Name a file instead: strata FILE")
    let relative = ["HOME": "home"]
    #expect(
      throws: DataDirectory.Unavailable(
        "HOME is 'home', which does not begin with /. Name a file instead: strata FILE"
      )
    ) {
      try DataDirectory.path { relative[$0] }
    }
    let error2 = #expect(throws: DataDirectory.Unavailable.self) {
      try DataDirectory.make("/dev/null/strata")
    }
    #expect(
      error2?.description
        == "/dev/null/strata cannot be made: Not a directory. Name a file instead: strata FILE"
    )
  }

  #if os(Linux)
    @Test("XDG_DATA_HOME is heeded when it is absolute")
    func xdg() throws {
      let home = ["HOME": "/home/someone"]
      #expect(try DataDirectory.path { home[$0] } == "/home/someone/.local/share/strata")
      let relative = home.merging(["XDG_DATA_HOME": "data"]) { $1 }
      #expect(try DataDirectory.path { relative[$0] } == "/home/someone/.local/share/strata")
      let absolute = home.merging(["XDG_DATA_HOME": "/data"]) { $1 }
      #expect(try DataDirectory.path { absolute[$0] } == "/data/strata")
    }
  #endif
}
