import Foundation
import StrataCore
import StrataStorage

/// A block of a hole.
private let zeroes = [UInt8](repeating: 0, count: 4_096)

extension SimulatedDisk.Contents {
  func node(_ descriptor: Descriptor) throws(SystemError) -> Int {
    guard let open = open[descriptor.number] else { throw SystemError(EBADF) }
    return open.node
  }

  func entry(_ name: String, in directory: Descriptor) throws(SystemError) -> (number: Int, DiskImage.Node) {
    guard let folder = image.nodes[try node(directory)], folder.kind == .folder else {
      throw SystemError(ENOTDIR)
    }
    guard let number = folder.entries[name], let found = image.nodes[number] else { throw .notFound }
    return (number, found)
  }

  mutating func descriptor(of node: Int, for use: FileUse = .reading) -> Descriptor {
    lastDescriptor += 1
    open[lastDescriptor] = (node, 0, false, use == .appending || use == .creating)
    return Descriptor(lastDescriptor)
  }

  func status(of number: Int) -> FileStatus {
    let node = image.nodes[number]!  // Nodes are never removed, only their names.
    let identity = FileIdentity(
      device: 1,
      number: UInt64(number),
      size: Int64(node.bytes.count),
      seconds: node.modified,
      nanoseconds: 0
    )
    let nameCount = image.nodes.values.reduce(0) { count, folder in
      count + folder.entries.values.count { $0 == number }
    }
    return FileStatus(
      kind: node.kind,
      identity: identity,
      owner: node.owner,
      mode: node.mode,
      nameCount: nameCount
    )
  }

  /// The role of an open descriptor, as the list of operations names it.
  func role(of descriptor: Descriptor) -> String {
    guard let number = open[descriptor.number]?.node, let node = image.nodes[number] else { return "closed" }
    if node.kind == .folder { return "folder" }
    for folder in image.nodes.values {
      if let name = folder.entries.first(where: { $0.value == number })?.key {
        return StrataStorageTests.role(name)
      }
    }
    return "nameless"
  }
}

extension SimulatedDisk {
  private func role(of descriptor: Descriptor) -> String { contents.withLock { $0.role(of: descriptor) } }

  func openDirectory(_ path: String, from base: Descriptor?) throws(SystemError) -> Descriptor {
    try play("open folder") { contents throws(SystemError) in
      var number = DiskImage.root
      if let base, !path.hasPrefix("/") { number = try contents.node(base) }
      for name in path.split(separator: "/") where name != "." {
        guard let next = contents.image.nodes[number]?.entries[String(name)] else { throw .notFound }
        number = next
      }
      guard contents.image.nodes[number]?.kind == .folder else { throw SystemError(ENOTDIR) }
      return contents.descriptor(of: number)
    }
  }

  func names(in directory: Descriptor) throws(SystemError) -> [String] {
    try play("list folder") { contents throws(SystemError) in
      contents.image.nodes[try contents.node(directory)]?.entries.keys.sorted() ?? []
    }
  }

  func target(of name: String, in directory: Descriptor) throws(SystemError) -> String? {
    try play("target \(StrataStorageTests.role(name))") { contents throws(SystemError) in
      let node = try contents.entry(name, in: directory).1
      return node.kind == .link ? String(decoding: node.bytes, as: UTF8.self) : nil
    }
  }

  func status(of name: String, in directory: Descriptor) throws(SystemError) -> FileStatus {
    try play("status \(StrataStorageTests.role(name))") { contents throws(SystemError) in
      contents.status(of: try contents.entry(name, in: directory).number)
    }
  }

  func status(of file: Descriptor) throws(SystemError) -> FileStatus {
    try play("status open \(role(of: file))") { contents throws(SystemError) in
      contents.status(of: try contents.node(file))
    }
  }

  func open(
    _ name: String,
    in directory: Descriptor,
    for use: FileUse
  ) throws(SystemError) -> Descriptor {
    let verb = use == .creating ? "create" : "open"
    return try play("\(verb) \(StrataStorageTests.role(name))") { contents throws(SystemError) in
      do throws(SystemError) {
        let (number, node) = try contents.entry(name, in: directory)
        if use == .creating { throw SystemError(EEXIST) }
        if node.kind == .link { throw SystemError(ELOOP) }
        if node.kind == .folder && use == .locking { throw SystemError(EISDIR) }
        return contents.descriptor(of: number, for: use)
      } catch {
        guard error == .notFound, use == .creating || use == .locking else { throw error }
        let number = contents.image.add(DiskImage.Node(kind: .file, mode: 0o600))
        contents.image.change(try contents.node(directory), .init(added: (name, number)))
        return contents.descriptor(of: number, for: use)
      }
    }
  }

  func lock(_ file: Descriptor) throws(SystemError) -> Bool {
    let happens = beforeLock.withLock { happens in
      defer { happens = nil }
      return happens
    }
    happens?()
    let role = role(of: file)
    return try play("lock \(role)") { contents throws(SystemError) in
      let node = try contents.node(file)
      if contents.lockedByOthers.contains(role) { return false }
      if contents.open.contains(where: {
        $0.value.node == node && $0.value.holdsLock && $0.key != file.number
      }) {
        return false
      }
      contents.open[file.number]?.holdsLock = true
      return true
    }
  }

  func unlock(_ file: Descriptor) {
    contents.withLock { $0.open[file.number]?.holdsLock = false }
  }

  func write(_ bytes: Bytes, to file: Descriptor) throws(SystemError) -> Int {
    try play("write \(role(of: file))") { contents throws(SystemError) in
      let number = try contents.node(file)
      let used = contents.image.nodes.values.reduce(0) { $0 + ($1.kind == .file ? $1.bytes.count : 0) }
      let room = contents.capacity - used
      if room <= 0 && !bytes.isEmpty { throw SystemError(ENOSPC) }
      let count = min(bytes.count, contents.writeLimit, room)
      guard var node = contents.image.nodes[number], let open = contents.open[file.number] else {
        throw SystemError(EBADF)
      }
      let offset = open.appends ? node.bytes.count : open.offset
      let end = min(offset + count, node.bytes.count)
      node.bytes.replaceSubrange(offset..<end, with: bytes.prefix(count))
      node.isDirty = true
      node.modified = contents.image.tick()
      contents.image.nodes[number] = node
      contents.open[file.number]?.offset += count
      return count
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, from file: Descriptor) throws(SystemError) -> Int {
    try play("read \(role(of: file))") { contents throws(SystemError) in
      let number = try contents.node(file)
      guard let offset = contents.open[file.number]?.offset, let node = contents.image.nodes[number] else {
        throw SystemError(EBADF)
      }
      if node.kind == .folder { throw SystemError(EISDIR) }
      let bytes = node.bytes.dropFirst(offset).prefix(min(buffer.count, contents.readLimit))
      buffer.copyBytes(from: bytes)
      contents.open[file.number]?.offset += bytes.count
      if contents.isWrittenToWhileRead {
        let time = contents.image.tick()
        contents.image.nodes[number]?.modified = time
      }
      return bytes.count
    }
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    from file: Descriptor,
    at offset: Int
  ) throws(SystemError) -> Int {
    try play("read \(role(of: file)) at a place") { contents throws(SystemError) in
      contents.largestRead = max(contents.largestRead, buffer.count)
      guard let node = contents.image.nodes[try contents.node(file)] else { throw SystemError(EBADF) }
      let bytes = node.bytes.dropFirst(offset).prefix(min(buffer.count, contents.readLimit))
      buffer.copyBytes(from: bytes)
      contents.bytesRead += bytes.count
      return bytes.count
    }
  }

  /// Each block of zeroes is a hole, where there are holes at all.
  func data(in file: Descriptor, from offset: Int) throws(SystemError) -> Int? {
    try play("data \(role(of: file))") { contents throws(SystemError) in
      if contents.isWithoutHoles { return offset }
      guard let node = contents.image.nodes[try contents.node(file)] else { throw SystemError(EBADF) }
      return node.bytes.withUnsafeBytes { bytes in
        // By the C library, for a debug build takes a second for so many comparisons of single bytes.
        let size = zeroes.count
        for block in stride(from: offset & ~(size - 1), to: bytes.count, by: size) {
          let start = max(block, offset)
          guard start < bytes.count else { break }
          let rest = UnsafeRawBufferPointer(rebasing: bytes[start..<min(block + size, bytes.count)])
          if let base = rest.baseAddress, memcmp(base, zeroes, rest.count) != 0 { return start }
        }
        return nil
      }
    }
  }

  func truncate(_ file: Descriptor, to size: Int) throws(SystemError) {
    try play("truncate \(role(of: file))") { contents throws(SystemError) in
      let number = try contents.node(file)
      guard var node = contents.image.nodes[number] else { throw SystemError(EBADF) }
      let hole = [UInt8](repeating: 0, count: max(0, size - node.bytes.count))
      node.bytes = Array(node.bytes.prefix(size)) + hole
      node.isDirty = true
      node.modified = contents.image.tick()
      contents.image.nodes[number] = node
    }
  }

  func setOwner(_ owner: FileOwner, of file: Descriptor) throws(SystemError) {
    try play("own \(role(of: file))") { contents throws(SystemError) in
      contents.image.nodes[try contents.node(file)]?.owner = owner
    }
  }

  func setMode(_ mode: UInt32, of file: Descriptor) throws(SystemError) {
    try play("mode \(role(of: file))") { contents throws(SystemError) in
      contents.image.nodes[try contents.node(file)]?.mode = mode
    }
  }

  func sync(_ descriptor: Descriptor) throws(SystemError) {
    if let wait = beforeSync.withLock({ $0 }) { wait(role(of: descriptor)) }
    let failed = { (contents: inout Contents) in
      if let node = contents.open[descriptor.number]?.node { contents.image.failSync(node) }
    }
    try play("sync \(role(of: descriptor))", failed: failed) { contents throws(SystemError) in
      contents.image.sync(try contents.node(descriptor))
    }
  }

  func close(_ descriptor: Descriptor) throws(SystemError) {
    // A descriptor is gone whatever close answers.
    let failed = { (contents: inout Contents) in contents.open[descriptor.number] = nil }
    try play("close \(role(of: descriptor))", failed: failed) { contents throws(SystemError) in
      guard contents.open.removeValue(forKey: descriptor.number) != nil else { throw SystemError(EBADF) }
    }
  }

  func makeFolder(_ name: String, in directory: Descriptor) throws(SystemError) {
    try play("make folder") { contents throws(SystemError) in
      let folder = try contents.node(directory)
      if contents.image.nodes[folder]?.entries[name] != nil { throw SystemError(EEXIST) }
      let number = contents.image.add(DiskImage.Node(kind: .folder, mode: 0o700))
      contents.image.change(folder, .init(added: (name, number)))
    }
  }

  func removeFolder(_ name: String, in directory: Descriptor) throws(SystemError) {
    try play("remove folder") { contents throws(SystemError) in
      let (_, node) = try contents.entry(name, in: directory)
      guard node.kind == .folder else { throw SystemError(ENOTDIR) }
      guard node.entries.isEmpty else { throw SystemError(ENOTEMPTY) }
      contents.image.change(try contents.node(directory), .init(removed: name))
    }
  }

  func link(_ name: String, to newName: String, in directory: Descriptor) throws(SystemError) {
    let roles = "\(StrataStorageTests.role(name)) to \(StrataStorageTests.role(newName))"
    try play("link \(roles)") { contents throws(SystemError) in
      let (number, node) = try contents.entry(name, in: directory)
      if node.kind == .folder { throw SystemError(EPERM) }
      let folder = try contents.node(directory)
      if contents.image.nodes[folder]?.entries[newName] != nil { throw SystemError(EEXIST) }
      contents.image.change(folder, .init(added: (newName, number)))
    }
  }

  func rename(_ name: String, to newName: String, in directory: Descriptor) throws(SystemError) {
    let roles = "\(StrataStorageTests.role(name)) to \(StrataStorageTests.role(newName))"
    try play("rename \(roles)") { contents throws(SystemError) in
      let number = try contents.entry(name, in: directory).number
      let folder = try contents.node(directory)
      // As the standard has it: two names of one file stay two names.
      let replaced = contents.image.nodes[folder]?.entries[newName]
      if replaced == number { return }
      if let replaced, contents.image.nodes[replaced]?.kind == .folder { throw SystemError(EISDIR) }
      contents.image.change(folder, .init(removed: name, added: (newName, number)))
    }
  }

  func remove(_ name: String, in directory: Descriptor) throws(SystemError) {
    try play("remove \(StrataStorageTests.role(name))") { contents throws(SystemError) in
      if try contents.entry(name, in: directory).1.kind == .folder { throw SystemError(EISDIR) }
      contents.image.change(try contents.node(directory), .init(removed: name))
    }
  }
}
