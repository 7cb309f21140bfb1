// The entry point for libFuzzer, which calls it with bytes of its invention; see .ci/fuzz.

@testable import PersistentCollections
@testable import StrataCore

/// A state that is a persistent text.
struct Draft: Described, Equatable {
  var text: PersistentText = ""

  static func describe(_ field: inout Fields<Draft>) { field("text", \.text) }
}

/// The same state, where the text is a string.
struct Copy: Described, Equatable {
  var text = ""

  static func describe(_ field: inout Fields<Copy>) { field("text", \.text) }
}

/// Bytes that are read as edits do to a persistent text what they do to a string, and what was written of one is read as
/// the other; so are bytes that are read as JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func editAnyText(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  readJSON(Array(bytes))
  var edits = Edits(bytes: bytes[...])
  var (text, model) = (PersistentText(), "")
  var versions = [(text, model)]
  while let edit = edits.next(model.unicodeScalars.count) {
    if edit.returns {
      (text, model) = versions[edit.range.lowerBound % versions.count]
      continue
    }
    let first = text.unicodeScalars.index(text.startIndex, offsetBy: edit.range.lowerBound)
    let last = text.unicodeScalars.index(first, offsetBy: edit.range.count)
    text.replaceSubrange(first..<last, with: edit.new)
    let scalars = model.unicodeScalars
    let start = scalars.index(scalars.startIndex, offsetBy: edit.range.lowerBound)
    model.unicodeScalars.replaceSubrange(
      start..<scalars.index(start, offsetBy: edit.range.count),
      with: edit.new.unicodeScalars
    )
    versions.append((text, model))
    if versions.count > 4 { versions.remove(at: edit.range.count % 4) }
  }
  for (version, copy) in versions {
    precondition(version.utf8.elementsEqual(copy.utf8), "A text says something else than its string")
    if let broken = version.brokenInvariant { preconditionFailure(broken) }
  }
  precondition(text.elementsEqual(model), "A text has other characters than its string")
  do {
    try check(versions[0], (text, model))
  } catch {
    preconditionFailure("What was found between two versions does not fit them: \(error)")
  }
  return 0
}

/// Edits that are read from bytes.
private struct Edits {
  struct Edit {
    var range: Range<Int>
    var new: String
    /// Whether an earlier version is gone on from.
    var returns: Bool
  }

  var bytes: Slice<UnsafeBufferPointer<UInt8>>

  private static let scraps = [
    "", "e\u{301}", "\u{301}", "\u{e9}", "\r", "\n", "\r\n", "\u{1F1E6}", "\u{1F1F9}", "👨‍👩‍👧", "\0", "\"", "\\",
    "\u{7F}",
    String(repeating: "a line of some length\n", count: 12), String(repeating: "aaaaaaaa", count: 40),
  ]

  /// The next edit of a text of so many scalars; nil when the bytes are at their end, or there are very many.
  mutating func next(_ count: Int) -> Edit? {
    guard count < 1_500, let kind = bytes.popFirst(), let place = bytes.popFirst() else { return nil }
    let start = (Int(place) << 5 + Int(kind >> 3)) % (count + 1)
    let length = kind & 1 == 0 ? 0 : min(count - start, Int(kind >> 2))
    let new: String
    switch kind & 6 {
    case 0:
      new = String(decoding: bytes.prefix(Int(place & 15)), as: UTF8.self)
      bytes = bytes.dropFirst(Int(place & 15))
    case 2: new = Self.scraps[Int(place >> 4)]
    default: new = ""
    }
    return Edit(range: start..<start + length, new: new, returns: kind & 7 == 6)
  }
}

private func check(_ old: (PersistentText, String), _ new: (PersistentText, String)) throws {
  let (draft, copy) = (Draft(text: old.0), Copy(text: old.1))
  let (newDraft, newCopy) = (Draft(text: new.0), Copy(text: new.1))
  let (json, copied) = (try newDraft.json(), try newCopy.json())
  precondition(json == copied, "A text is written otherwise than its string")
  let read = try Draft(json: json)
  precondition(read.isWritten(as: newDraft), "A text was written as another one")
  for patch in [try Patch(from: draft, to: newDraft), try Patch(from: copy, to: newCopy)] {
    precondition(patch.isEmpty == old.1.utf8.elementsEqual(new.1.utf8), "A patch says too much or too little")
    let (made, back) = (try draft.applying(patch), try newDraft.applying(patch.inverted))
    precondition(made.isWritten(as: newDraft), "A patch makes another text")
    precondition(back.isWritten(as: draft), "The way back leads elsewhere")
    let (string, unpacked) = (try copy.applying(patch), try Patch(packed: patch.packed))
    precondition(string.isWritten(as: newCopy), "A patch makes another string")
    precondition(unpacked == patch, "A patch was packed as another one")
  }
}

private func readJSON(_ bytes: [UInt8]) {
  let (draft, copy) = (try? Draft(json: bytes), try? Copy(json: bytes))
  precondition((draft == nil) == (copy == nil), "What is a string is no text, or the reverse")
  if let draft, let copy {
    precondition(draft.text.utf8.elementsEqual(copy.text.utf8), "A text is read otherwise than a string")
  }
}
