#if os(Linux)
  import Foundation
  import Measuring
  import StrataStorage
  import TestSupport
  import Testing

  /// A small disk of its own with a file system of Linux, whose power can be cut.
  final class CuttableDisk {
    private let folder: TemporaryFolder
    /// The path of the folder at which the disk is mounted.
    let path: String
    private var image: String { folder.file("image") }
    private var isMounted = false

    /// Makes the disk; nil where the machine does not let this user mount one.
    init?() throws {
      folder = try TemporaryFolder()
      path = folder.file("mounted")
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      guard geteuid() == 0, FileManager.default.createFile(atPath: image, contents: nil),
        truncate(image, 16 << 20) == 0,
        let tool = ["/usr/sbin/mkfs.ext4", "/sbin/mkfs.ext4"].first(
          where: FileManager.default.isExecutableFile
        ),
        RunningProgram.works(tool, ["-q", "-F", image]), mount()
      else { return nil }
    }

    deinit {
      if isMounted { _ = RunningProgram.works("/bin/umount", ["-l", path]) }
    }

    private func mount() -> Bool {
      isMounted = RunningProgram.works("/bin/mount", ["-o", "loop", image, path])
      return isMounted
    }

    /// Stops the file system at once, with what it has on the disk: neither its journal nor a page is written any more.
    func cut() -> Bool {
      let directory = open(path, O_RDONLY)
      defer { close(directory) }
      // EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH.
      var flags: UInt32 = 2
      return ioctl(directory, 0x8004_587D, &flags) == 0
    }

    /// Mounts it again, as after the power is back.
    func restart() -> Bool {
      guard Patience.blocks(until: { RunningProgram.works("/bin/umount", [path]) }) else { return false }
      isMounted = false
      return mount()
    }
  }

  @Suite("Power that is cut on a file system of the machine", .serialized)
  struct PowerLossTests {
    @Test(
      "A store whose file system stops at any moment has every change it acknowledged, and gives no id twice"
    )
    func cuts() throws {
      guard let disk = try CuttableDisk() else {
        print("skipped: this machine lets no disk be mounted, or has no ext4")
        return
      }
      var random = SplitMix64(seed: 9)
      let path = disk.path + "/state.json"
      /// The whole lines of what a subject has said; the last one may be cut off in the middle of a number.
      func numbers(in said: String) -> [Int] {
        let whole = said.lastIndex(of: "\n").map { said[..<$0] } ?? ""
        return whole.split(separator: "\n").compactMap { Int($0) }
      }
      var (last, acknowledged) = (0, 0)
      for round in 0..<Soak.times(3) {
        let subject = try RunningProgram.savingSubject("log", path, 1_000_000)
        // Only output before the power cut counts. A call that is under way when a file system is stopped so may
        // return as if all were well, which it cannot where the power goes for the process, too.
        var heard = ""
        for _ in 0..<random.below(12) { heard += subject.waitForOutput() }
        if heard.isEmpty { usleep(UInt32(random.below(30_000))) }
        guard disk.cut() else {
          subject.kill()
          _ = subject.finish()
          print("skipped: this file system cannot be stopped")
          return
        }
        subject.kill()
        let late = numbers(in: heard + subject.finish().output).last ?? last
        #expect(disk.restart(), "round \(round)")
        let ids = numbers(in: heard)
        #expect(ids.allSatisfy { $0 > last }, "round \(round): no id is given out twice")
        last = ids.last ?? last
        let end = try RunningProgram.savingSubject("log", path, 1).finish()
        let id = numbers(in: end.output).last ?? 0
        #expect(end.status == 0 && id > last && id <= max(last, late) + 2, "round \(round), \(last): \(end)")
        last = id
        acknowledged += ids.count
        Soak.count(.realCut)
      }
      Soak.count(.change, acknowledged)
    }
  }
#endif
