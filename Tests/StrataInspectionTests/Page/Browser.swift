import Foundation
import TestSupport

/// A real browser without a window, which is told what to do through its debugging pipe.
final class Browser {
  private let program: RunningProgram
  private let commands: Int32
  private let answers: Int32
  private var received: [UInt8] = []
  private var number = 0
  private var session: String?
  private var loads = 0
  /// The complaints of the page: errors, messages on the console, and dialogs.
  private(set) var complaints: [String] = []

  /// The path of a browser; nil if none is installed.
  static let path: String? = {
    let named = ProcessInfo.processInfo.environment["STRATA_CHROMIUM"].map { [$0] } ?? []
    return (named + ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]).first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }()

  /// Why it did not do as it was told.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The one that the tests share, which begins once: they run one after the other. It ends with them.
  nonisolated(unsafe) static let shared = Result { try Browser() }

  private init() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/strata-browser-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let names = ["in", "out"].map { "\(folder)/\($0)" }
    for name in names where mkfifo(name, 0o600) != 0 { throw Failure(description: "no pipe") }
    // In both directions: opening does not wait for the other end, and the browser ends when this process does.
    (commands, answers) = (open(names[0], O_RDWR | O_CLOEXEC), open(names[1], O_RDWR | O_CLOEXEC))
    guard let path = Self.path, commands >= 0, answers >= 0 else { throw Failure(description: "no browser") }
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-extensions",
      "--disable-sync",
      "--user-data-dir=\(folder)/profile", "--remote-debugging-pipe", "about:blank",
    ]
    let words = ([path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    // The browser ends when its pipe does, and then the shell clears up.
    let script = "\(words) 3<'\(names[0])' 4>'\(names[1])' >/dev/null 2>/dev/null; rm -rf '\(folder)'"
    program = try RunningProgram("/bin/sh", ["-c", script])
    let target = try send("Target.createTarget", ["url": "about:blank"])
    let attached = try send("Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
    session = attached["sessionId"] as? String
    for domain in ["Page", "Runtime", "Log"] { try send("\(domain).enable") }
    try send("Performance.enable", ["timeDomain": "threadTicks"])
  }

  /// Tells it something, and waits for the answer.
  @discardableResult
  func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    number += 1
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    message["sessionId"] = session
    var bytes = Array(try JSONSerialization.data(withJSONObject: message)) + [0]
    while !bytes.isEmpty {
      let count = write(commands, bytes, bytes.count)
      if count < 0 { throw Failure(description: "it does not listen") }
      bytes.removeFirst(count)
    }
    while true {
      let answer = try next()
      if answer["id"] as? Int == number {
        if let error = answer["error"] { throw Failure(description: "\(method): \(error)") }
        return answer["result"] as? [String: Any] ?? [:]
      }
      note(answer)
    }
  }

  private func note(_ event: [String: Any]) {
    let parameters = event["params"] as? [String: Any] ?? [:]
    switch event["method"] as? String {
    case "Runtime.exceptionThrown": complaints.append("exception: \(parameters)")
    case "Runtime.consoleAPICalled": complaints.append("console: \(parameters)")
    case "Log.entryAdded": complaints.append("log: \(parameters)")
    case "Page.javascriptDialogOpening": complaints.append("dialog: \(parameters)")
    default: break
    }
  }

  private func next() throws -> [String: Any] {
    while true {
      if let end = received.withUnsafeBytes({ bytes in
        bytes.baseAddress.flatMap { first in
          memchr(first, 0, bytes.count).map { UnsafeRawPointer($0) - first }
        }
      }) {
        let message = Data(received[..<end])
        received.removeSubrange(...end)
        return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
      }
      var waiting = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Int32(Patience.seconds * 1_000)) == 1 else {
        throw Failure(description: "it does not answer")
      }
      var block = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(answers, &block, block.count)
      guard count > 0 else { throw Failure(description: "it has gone") }
      received += block[..<count]
    }
  }

  /// Opens a page that lies in a file, and waits until its script has run.
  func load(_ path: String, at link: String = "") throws {
    complaints = []
    // A question that no page asks, so that the same one is loaded anew. It goes straight from one file to the next:
    // between files and other addresses the browser would begin a process.
    loads += 1
    try send("Page.navigate", ["url": "file://\(path)?\(loads)\(link)"])
    try wait(until: "document.readyState === 'complete'")
  }

  /// Waits until an expression is true in the page.
  func wait(until expression: String) throws {
    guard try Patience.blocks(until: { try evaluate(expression) as? Bool == true }) else {
      throw Failure(description: "never: \(expression)")
    }
  }

  /// The value of an expression in the page.
  @discardableResult
  func evaluate(_ expression: String) throws -> Any? {
    let parameters: [String: Any] = ["expression": expression, "returnByValue": true, "awaitPromise": true]
    let answer = try send("Runtime.evaluate", parameters)
    if let details = answer["exceptionDetails"] { throw Failure(description: "\(expression): \(details)") }
    return (answer["result"] as? [String: Any])?["value"]
  }

  /// How long the page's thread has worked on scripts, styles and layout, in milliseconds: what else the machine does
  /// meanwhile is not in it.
  var worked: Double {
    get throws {
      let metrics = try send("Performance.getMetrics")["metrics"] as? [[String: Any]] ?? []
      // A script that is sent is a command.
      let names = ["DevToolsCommand", "Script", "RecalcStyle", "Layout"].map { $0 + "Duration" }
      let found = metrics.filter { names.contains($0["name"] as? String ?? "") }.compactMap {
        $0["value"] as? Double
      }
      guard found.count == names.count else {
        throw Failure(description: "it does not say how long it has worked")
      }
      return found.reduce(0, +) * 1_000
    }
  }

  /// Presses a key and lets go of it.
  func press(_ key: String, code: Int) throws {
    for type in ["rawKeyDown", "keyUp"] {
      try send(
        "Input.dispatchKeyEvent",
        ["type": type, "key": key, "windowsVirtualKeyCode": code]
      )
    }
  }

  /// Gives the page a window of another size, which is dark or light.
  func resize(width: Int, height: Int, dark isDark: Bool) throws {
    let screen: [String: Any] = ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false]
    try send("Emulation.setDeviceMetricsOverride", screen)
    let scheme = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
    try send("Emulation.setEmulatedMedia", ["features": [scheme]])
    try wait(
      until: "innerWidth === \(width) && matchMedia('(prefers-color-scheme: dark)').matches === \(isDark)"
    )
  }
}
