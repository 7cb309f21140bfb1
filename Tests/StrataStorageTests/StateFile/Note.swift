import StrataStorage

/// The state that these tests save.
struct Note: Codable, Equatable, Sendable {
  var text: String
  var weight = 1.0

  /// The file that this note is saved as.
  var file: [UInt8] {
    let state = Array("{\"text\":\"\(text)\",\"weight\":1}".utf8)
    let checksums = "\(crc(Array("\"schema\":1 \(crc(state))".utf8))) \(crc(state))"
    let head = "{\"format\":\"strata-state-1\",\"checksums\":\"\(checksums)\",\"schema\":1,\n\"state\":"
    return Array(head.utf8) + state + Array("}\n".utf8)
  }
}

/// The checksum of Castagnoli's polynomial, a bit at a time, as eight digits.
func crc(_ bytes: [UInt8]) -> String {
  var rest: UInt32 = .max
  for byte in bytes {
    rest ^= UInt32(byte)
    for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0x82F6_3B78 : rest >> 1 }
  }
  let digits = String(~rest, radix: 16)
  return String(repeating: "0", count: 8 - digits.count) + digits
}

/// A state file on a simulated disk, which is not ready to wait.
func noteFile(on disk: SimulatedDisk, at path: String = "/d/state.json", keepsPrevious: Bool = true)
  -> StateFile<Note>
{
  StateFile(at: path, keepsPreviousVersion: keepsPrevious, in: disk, patience: .zero)
}
