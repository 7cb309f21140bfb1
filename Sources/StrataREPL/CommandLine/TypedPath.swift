/// A path as a shell takes it, and this program behind it.
func typed(_ path: String) -> String {
  let isPlain = path.utf8.allSatisfy { byte in
    let letter = Unicode.Scalar(byte).properties
    return letter.isAlphabetic && byte < 128 || (0x30...0x39).contains(byte) || "/._-".utf8.contains(byte)
  }
  // What begins as an option does is a file all the same when its folder is named.
  let path = path.hasPrefix("-") ? "./\(path)" : path
  if isPlain { return path }
  if printable(path) == path { return "'\(path.replacing("'", with: "'\\''"))'" }
  // What is not shown is said by its bytes, in a way that every shell reads.
  let bytes = path.utf8.map { byte in
    let isPlain = (0x20..<0x7F).contains(byte) && !"'\\%".utf8.contains(byte)
    return isPlain ? String(Unicode.Scalar(byte)) : "\\\(octal(byte))"
  }
  return "\"$(printf '\(bytes.joined())')\""
}

/// Three digits, as shells read a byte: more of them would not belong to it.
private func octal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 8)
  return String(repeating: "0", count: 3 - digits.count) + digits
}
