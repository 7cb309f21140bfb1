import Foundation
import StrataCore
import StrataStorage
import TestSupport

/// A disk that exists in memory alone: it writes down every call, fails those that a test names, and remembers what
/// was on it before each of them, so that a test can cut the power anywhere.
final class SimulatedDisk: FileSystem {
  /// A failing call: its number, its error, and whether all later calls fail too.
  struct Fault: Sendable {
    var call: Int
    var error: SystemError
    var isLasting = false
  }

  /// The disk just before a call, and how often `mark` had been called by then.
  struct Moment: Sendable {
    var operation: String
    var marks: Int
    var image: DiskImage
  }

  struct Contents {
    var image = DiskImage()
    var open: [Int32: (node: Int, offset: Int, holdsLock: Bool, appends: Bool)] = [:]
    var lastDescriptor: Int32 = 2
    var operations: [String] = []
    var moments: [Moment] = []
    var marks = 0
    var fault: Fault?
    var faultsFired = 0
    /// The errors of the calls that keep failing, by the name of the call.
    var failing: [String: SystemError] = [:]
    var writeLimit = Int.max
    /// The most that a call reads.
    var readLimit = Int.max
    /// The most that a reader has made room for at once.
    var largestRead = 0
    /// How many bytes were read at places.
    var bytesRead = 0
    /// How many bytes the disk holds.
    var capacity = Int.max
    /// Whether it cannot tell where a file has holes.
    var isWithoutHoles = false
    /// Whether another process writes to each file just after it was read.
    var isWrittenToWhileRead = false
    /// The call before which another process renames the folder `/d` to `/moved`, and makes another one in its place.
    var renamesFolderBefore: Int?
    /// Names whose lock another process has.
    var lockedByOthers: Set<String> = []

    /// Counts a call that fails; for the soak, those that fail one after the other are one fault.
    mutating func fire() {
      if faultsFired == 0 { Soak.count(.fault) }
      faultsFired += 1
    }
  }

  let contents: Guarded<Contents>
  private let remembersMoments: Bool
  /// A hook that runs before each sync, with the role of the file and no lock held.
  let beforeSync = Guarded<(@Sendable (String) -> Void)?>(nil)
  /// A hook that runs before each call, with no lock held, except before the calls that the hook makes itself.
  let beforeCall = Guarded<(@Sendable () -> Void)?>(nil)
  /// A hook that runs before the next attempt to lock, with no lock held.
  let beforeLock = Guarded<(@Sendable () -> Void)?>(nil)

  /// A disk with an empty folder `/d`, or with what a power cut left.
  init(_ image: DiskImage? = nil, remembering remembersMoments: Bool = false) {
    self.remembersMoments = remembersMoments
    var contents = Contents()
    contents.image = image ?? DiskImage()
    if image == nil {
      let folder = contents.image.add(DiskImage.Node(kind: .folder, mode: 0o755))
      contents.image.change(DiskImage.root, .init(added: ("d", folder)))
      contents.image.sync(DiskImage.root)
    }
    self.contents = Guarded(contents)
  }

  let user: UInt32 = 7
  var operations: [String] { contents.withLock { $0.operations } }
  var image: DiskImage { contents.withLock { $0.image } }
  var faultsFired: Int { contents.withLock { $0.faultsFired } }
  var largestRead: Int { contents.withLock { $0.largestRead } }
  var bytesRead: Int { contents.withLock { $0.bytesRead } }
  var openCount: Int { contents.withLock { $0.open.count } }
  /// The moments before each call, and the present.
  var moments: [Moment] {
    contents.withLock { $0.moments + [Moment(operation: "end", marks: $0.marks, image: $0.image)] }
  }

  /// Notes that something was acknowledged.
  func mark() { contents.withLock { $0.marks += 1 } }

  /// Forgets the calls so far, and fails what is asked for from now on.
  func restart(failing fault: Fault? = nil) {
    contents.withLock { contents in
      (contents.operations, contents.moments, contents.fault) = ([], [], fault)
      (contents.faultsFired, contents.marks) = (0, 0)
    }
  }

  /// Puts a file on the disk, synced, without a call.
  func put(_ bytes: [UInt8], at name: String, mode: UInt32 = 0o600, owner: FileOwner? = nil) {
    put(name) { image in
      var node = DiskImage.Node(kind: .file, mode: mode, bytes: bytes, durableBytes: bytes)
      if let owner { node.owner = owner }
      return image.add(node)
    }
  }

  /// Takes a file's name away, without a call; it stays for those who have it open.
  func lose(_ name: String) {
    contents.withLock { contents in
      guard let folder = contents.image.nodes[DiskImage.root]?.entries["d"] else { return }
      contents.image.change(folder, .init(removed: name))
      contents.image.sync(folder)
    }
  }

  /// Writes over a file in its place, as another program does that has it open; without a call.
  func overwrite(_ name: String, _ change: (inout [UInt8]) -> Void) {
    contents.withLock { contents in
      guard let folder = contents.image.nodes[DiskImage.root]?.entries["d"],
        let number = contents.image.nodes[folder]?.entries[name], var node = contents.image.nodes[number]
      else { return }
      change(&node.bytes)
      (node.durableBytes, node.modified) = (node.bytes, contents.image.tick())
      contents.image.nodes[number] = node
    }
  }

  /// Makes what a file has behind a place so that a power cut may take it; without a call.
  func unsync(_ name: String, behind place: Int) {
    contents.withLock { contents in
      guard let folder = contents.image.nodes[DiskImage.root]?.entries["d"],
        let number = contents.image.nodes[folder]?.entries[name], var node = contents.image.nodes[number]
      else { return }
      (node.durableBytes, node.isDirty) = (Array(node.bytes.prefix(place)), true)
      contents.image.nodes[number] = node
    }
  }

  /// Fails the calls that have these names, until it is called again.
  func fail(_ operations: String..., with error: SystemError = SystemError(5)) {
    contents.withLock { contents in
      contents.failing = Dictionary(uniqueKeysWithValues: operations.map { ($0, error) })
    }
  }

  /// Puts a link, a folder or the like into `/d`, without a call.
  func put(_ kind: FileKind, at name: String, target: String = "") {
    let bytes = Array(target.utf8)
    put(name) { $0.add(DiskImage.Node(kind: kind, mode: 0o755, bytes: bytes, durableBytes: bytes)) }
  }

  private func put(_ name: String, _ make: (inout DiskImage) -> Int) {
    contents.withLock { contents in
      let node = make(&contents.image)
      guard let folder = contents.image.nodes[DiskImage.root]?.entries["d"] else { return }
      contents.image.change(folder, .init(added: (name, node)))
      contents.image.sync(folder)
    }
  }

  /// Writes a call down, and plays it unless it is to fail.
  ///
  /// - Parameter failed: The effect that the call has even when it fails, such as losing a descriptor.
  func play<Result>(
    _ operation: String,
    failed: (inout Contents) -> Void = { _ in },
    _ body: (inout Contents) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    if let body = beforeCall.withLock({ $0 }) {
      beforeCall.withLock { $0 = nil }
      body()
      beforeCall.withLock { $0 = body }
    }
    return try contents.withLock { contents in
      Swift.Result { () throws(SystemError) in
        if remembersMoments {
          contents.moments.append(
            Moment(operation: operation, marks: contents.marks, image: contents.image)
          )
        }
        let call = contents.operations.count
        if call == contents.renamesFolderBefore { contents.image.moveFolder() }
        contents.operations.append(operation)
        if let fault = contents.fault, fault.isLasting ? call >= fault.call : call == fault.call {
          contents.fire()
          failed(&contents)
          throw fault.error
        }
        if let error = contents.failing[operation] {
          contents.fire()
          failed(&contents)
          throw error
        }
        return try body(&contents)
      }
    }.get()
  }
}

/// The role of a name, as the list of operations names it.
func role(_ name: String) -> String {
  if name.hasSuffix(".tmp") { return "temp" }
  if name.hasSuffix(".lock") { return "lock" }
  if name.hasSuffix(".log") { return "log" }
  if name.contains(".log.aside-") { return "aside" }
  if name.hasSuffix(".previous") { return "previous" }
  return name.contains(".quarantined-") ? "quarantine" : "file"
}
