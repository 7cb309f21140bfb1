import Foundation

/// A disk of its own that is small, and can be made larger.
public final class SmallDisk {
  private let folder: TemporaryFolder
  /// The folder of the disk's files.
  public let path: String

  /// Mounting one takes the superuser.
  public static let mayBeMounted =
    geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/bin/mount")

  /// Makes the disk; nil where the machine lets no one mount one.
  public init?(bytes: Int) throws {
    folder = try TemporaryFolder()
    path = folder.file("small")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    guard RunningProgram.works("/bin/mount", ["-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", path]) else {
      print("skipped: this machine lets no one mount a small disk")
      return nil
    }
  }

  /// Makes room.
  public func grow() -> Bool {
    RunningProgram.works("/bin/mount", ["-o", "remount,size=\(64 << 20)", path])
  }

  deinit { _ = RunningProgram.works("/bin/umount", [path]) }
}
