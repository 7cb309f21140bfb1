import Foundation

/// When, where and of what results were measured: what a reader needs to judge them and to repeat them.
struct Circumstances: Codable, Equatable, Sendable {
  var date: String
  var processor: String
  var cores: Int
  var memory: Int
  var system: String
  var toolchain: String
  var revision: String
  /// How many threads wanted a processor when the run began: more than `cores` minus one is a busy machine.
  var load: Double
  /// Whether hashing was the same in every process, so that counted bytes are the same in every run.
  var hashing: String

  static let deterministic = "deterministic"

  /// Returns the circumstances of this machine, this moment and this working copy, as far as they can be found out.
  static func now() -> Circumstances {
    let process = ProcessInfo.processInfo
    var load = [0.0]
    let known = getloadavg(&load, 1)
    return Circumstances(
      date: ISO8601DateFormatter().string(from: Date()),
      processor: processorName,
      cores: process.activeProcessorCount,
      memory: Int(process.physicalMemory),
      system: systemName,
      toolchain: output(of: ["swift", "--version"])?.split(separator: "\n").first.map(String.init)
        ?? "unknown",
      revision: revision,
      load: known == 1 ? load[0] : 0,
      hashing: GroupProcess.hashing
    )
  }

  private static var processorName: String {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
    let name = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
    return name.map { $0.trimmingCharacters(in: .whitespaces) }
      ?? output(of: ["sysctl", "-n", "machdep.cpu.brand_string"]) ?? "unknown"
  }

  private static var systemName: String {
    #if os(Linux)
      let name = "Linux"
    #else
      let name = "macOS"
    #endif
    #if arch(x86_64)
      return name + ", x86-64"
    #elseif arch(arm64)
      return name + ", arm64"
    #else
      return name
    #endif
  }

  private static var revision: String {
    guard let head = output(of: ["git", "rev-parse", "--short=12", "HEAD"]) else { return "unknown" }
    let changes = output(of: ["git", "status", "--porcelain", "--", "Sources", "Package.swift"])
    return changes == "" ? head : head + ", with changes"
  }

  /// Returns the output of a command; nil if the command does not exist or fails.
  private static func output(of command: [String]) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
