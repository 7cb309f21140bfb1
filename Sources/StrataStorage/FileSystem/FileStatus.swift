/// The facts that the system knows of a file.
package struct FileStatus: Equatable, Sendable {
  package var kind: FileKind
  package var identity: FileIdentity
  package var owner: FileOwner
  /// The permissions of owner, group and others: the lower twelve bits of the mode.
  package var mode: UInt32
  /// How many names it has.
  package var nameCount: Int

  package init(kind: FileKind, identity: FileIdentity, owner: FileOwner, mode: UInt32, nameCount: Int) {
    (self.kind, self.identity, self.owner) = (kind, identity, owner)
    (self.mode, self.nameCount) = (mode, nameCount)
  }
}

/// The facts that tell a file from the file that had its name before, and from itself before it was written to.
package struct FileIdentity: Hashable, Sendable {
  package var device: UInt64
  package var number: UInt64
  package var size: Int64
  /// When its bytes were last changed, in seconds and nanoseconds.
  package var seconds: Int64
  package var nanoseconds: Int64

  package init(device: UInt64, number: UInt64, size: Int64, seconds: Int64, nanoseconds: Int64) {
    (self.device, self.number, self.size) = (device, number, size)
    (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
  }

  /// Whether both are one file, whatever was written to it in between.
  func isSameFile(as other: FileIdentity?) -> Bool {
    device == other?.device && number == other?.number
  }
}

/// The user and the group that a file belongs to.
package struct FileOwner: Hashable, Sendable {
  package var user: UInt32
  package var group: UInt32

  package init(user: UInt32, group: UInt32) {
    (self.user, self.group) = (user, group)
  }
}

/// A kind of thing that can have a name in a folder.
public enum FileKind: String, Sendable {
  /// A file with bytes in it: the only kind that a state is loaded from.
  case file
  /// A folder.
  case folder
  /// A symbolic link.
  case link
  /// A named pipe.
  case pipe
  /// A device, such as a terminal.
  case device
  /// A socket.
  case socket
}
