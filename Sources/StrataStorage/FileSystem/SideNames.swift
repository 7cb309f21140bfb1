/// The names of the files that stand beside a file while it is saved, and after.
///
///     state.json
///     .state.json.lock                     for the writers' lock; never renamed, never removed
///     .state.json.previous                 the version before this one
///     .state.json.3f9ab1c2d4e5f607.tmp     a version that is being written
///     state.json.quarantined-1             what could not be loaded, if the app's user wants it kept
///     state.json.log                       the changes since, and the history, where there is a log
///     state.json.log.aside-1               a log that did not belong to its state or was damaged, or the torn end of one
struct SideNames {
  private let stem: String

  /// The names beside a file called `name`.
  init(beside name: String) {
    // All of them have to fit a folder's entry of 255 bytes. A name that is cut short is told from others that
    // begin alike by a number made of the whole of it.
    let longest = 255 - 1 - Self.temporaryEnding("").utf8.count - 16
    if name.utf8.count <= longest {
      stem = name
    } else {
      var start = name[...]
      while start.utf8.count > longest - 17 { start.removeLast() }
      stem = "\(start)~\(sixteenDigits(fingerprint(name)))"
    }
  }

  var lock: String { ".\(stem).lock" }
  var previous: String { ".\(stem).previous" }

  /// A name for a file that is not there yet.
  func temporary() -> String {
    temporary(sixteenDigits(.random(in: .min ... .max)))
  }

  /// Whether `name` is one that `temporary` gave, now or in an earlier life.
  func isTemporary(_ name: String) -> Bool {
    let digits = name.utf8.dropFirst(stem.utf8.count + 2).prefix(16)
    guard digits.count == 16, digits.allSatisfy(isHexadecimal) else { return false }
    return name == temporary(String(decoding: digits, as: UTF8.self))
  }

  /// The name under which the `number`th version that could not be loaded is kept.
  func quarantine(_ number: Int) -> String { "\(stem).quarantined-\(number)" }

  /// The changes and the history.
  var log: String { "\(stem).log" }

  /// The name under which the `number`th log, or end of one, is kept that is not used any more.
  func aside(_ number: Int) -> String { "\(log).aside-\(number)" }

  /// Whether something older is kept under `name`, or was to be.
  func isKeptAside(_ name: String) -> Bool {
    name == previous || isTemporary(name) || isCopy(name)
  }

  /// Whether what could not be loaded is kept under `name`, or a log that is not used any more.
  func isCopy(_ name: String) -> Bool {
    isNumbered(name, after: "\(log).aside-") || isNumbered(name, after: "\(stem).quarantined-")
  }

  /// Whether `name` is one of all that this package makes for a file.
  func isBeside(_ name: String, _ file: String) -> Bool {
    name == file || name == log || name == lock || isKeptAside(name)
  }

  private func isNumbered(_ name: String, after start: String) -> Bool {
    name.hasPrefix(start) && Int(name.dropFirst(start.count)) != nil
  }

  private func temporary(_ digits: String) -> String { ".\(stem)\(Self.temporaryEnding(digits))" }

  private static func temporaryEnding(_ digits: String) -> String { ".\(digits).tmp" }
}

func sixteenDigits(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}

func isHexadecimal(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
}

/// The 64-bit FNV-1a hash: the same in every process, unlike the standard library's.
private func fingerprint(_ text: String) -> UInt64 {
  text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
