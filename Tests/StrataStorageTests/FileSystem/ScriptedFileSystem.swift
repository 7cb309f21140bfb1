import Foundation
import StrataStorage

/// The real file system with a witness: it writes down every call, and fails or shortens those that a test names.
final class ScriptedFileSystem: FileSystem, @unchecked Sendable {
  // Unchecked, because each test uses its own on one thread.
  private let real = POSIXFileSystem()
  private var open: [Descriptor: String] = [:]
  /// The calls so far, such as `create temp` or `sync folder`.
  private(set) var calls: [String] = []
  /// The number of the call to fail, counted from 0.
  var failingCall: Int?
  /// The error that the failing call gets.
  var failure = SystemError(ENOSPC)
  /// How many bytes one write takes at most.
  var writeLimit = Int.max

  /// Whether the failing call was reached.
  private(set) var didFail = false
  /// How many descriptors have not been closed.
  var openCount: Int { open.count }

  private func note(_ call: String) throws(SystemError) {
    calls.append(call)
    if calls.count - 1 == failingCall {
      didFail = true
      throw failure
    }
  }

  private func kind(of name: String) -> String {
    name.hasSuffix(".tmp") ? "temp" : "file"
  }

  func openDirectory(_ path: String) throws(SystemError) -> Descriptor {
    try note("open folder")
    let descriptor = try real.openDirectory(path)
    open[descriptor] = "folder"
    return descriptor
  }

  func open(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor {
    try note("open \(kind(of: name))")
    let descriptor = try real.open(name, in: directory)
    open[descriptor] = kind(of: name)
    return descriptor
  }

  func create(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor {
    try note("create \(kind(of: name))")
    let descriptor = try real.create(name, in: directory)
    open[descriptor] = kind(of: name)
    return descriptor
  }

  func write(_ bytes: UnsafeRawBufferPointer, to file: Descriptor) throws(SystemError) -> Int {
    try note("write \(open[file] ?? "closed")")
    return try real.write(UnsafeRawBufferPointer(rebasing: bytes.prefix(writeLimit)), to: file)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, from file: Descriptor) throws(SystemError) -> Int {
    try note("read \(open[file] ?? "closed")")
    return try real.read(into: buffer, from: file)
  }

  func sync(_ descriptor: Descriptor) throws(SystemError) {
    try note("sync \(open[descriptor] ?? "closed")")
    try real.sync(descriptor)
  }

  func close(_ descriptor: Descriptor) throws(SystemError) {
    let kind = open.removeValue(forKey: descriptor) ?? "closed"
    // A descriptor is gone whatever close answers, so it is closed before the failure is played.
    try real.close(descriptor)
    try note("close \(kind)")
  }

  func rename(_ name: String, to newName: String, in directory: Descriptor) throws(SystemError) {
    try note("rename \(kind(of: name)) to \(kind(of: newName))")
    try real.rename(name, to: newName, in: directory)
  }

  func remove(_ name: String, in directory: Descriptor) throws(SystemError) {
    try note("remove \(kind(of: name))")
    try real.remove(name, in: directory)
  }
}
