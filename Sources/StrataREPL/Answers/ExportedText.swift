import Strata
import StrataStorage

/// The document in another form, as a file takes it.
enum ExportedText: Sendable {
  /// In the pieces in which it was written: a large one is not put together first.
  case pieces(JSONPieces)
  case bytes([UInt8])

  var count: Int {
    switch self {
    case .pieces(let pieces): pieces.count
    case .bytes(let bytes): bytes.count
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .pieces(let pieces): pieces.bytes
    case .bytes(let bytes): bytes
    }
  }

  /// Writes it as a file.
  func write(to path: String, replacing: PlainFile.Replacing) throws(StateFileError) {
    switch self {
    case .pieces(let pieces): try PlainFile.write(pieces, to: path, replacing: replacing)
    case .bytes(let bytes): try PlainFile.write(bytes, to: path, replacing: replacing)
    }
  }
}
