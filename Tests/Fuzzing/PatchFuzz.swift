// The entry point for libFuzzer, which calls it with bytes of its invention; see .ci/fuzz.

import StrataCore

/// A state whose patches have something of everything.
struct Patched: Described, Equatable {
  struct Part: Described, Equatable {
    var name = "part"
    var rank: Int8?

    static func describe(_ field: inout Fields<Part>) {
      field("name", \.name)
      field("rank", \.rank)
    }
  }

  var count = 0
  var list: [Part] = [Part(), Part()]
  // With texts that can be written in two ways.
  var map: [String: Part] = ["a": Part(), "\u{e9}": Part()]
  var tags: Set<String> = ["x", "\u{e9}"]
  var text = "A text that is long enough to be spliced, with \u{e9} in it."
  var nests = [[[1], []], []]

  static func describe(_ field: inout Fields<Patched>) {
    field("count", \.count)
    field("list", \.list)
    field("map", \.map)
    field("tags", \.tags)
    field("text", \.text)
    field("nests", \.nests)
  }
}

/// Bytes that are read as a patch, packed or in JSON, are written the same again; and applying them to a state gives
/// what applying them to its plain form gives, and can be taken back, or is an error.
@_cdecl("LLVMFuzzerTestOneInput")
public func readAnyPatch(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let patch = try? Patch(packed: bytes) {
    precondition(patch.packed == bytes, "A packed patch has another form")
    check(patch)
  }
  if let patch = try? Patch(json: bytes) { check(patch) }
  return 0
}

private func check(_ patch: Patch) {
  do {
    let (packed, read) = (try Patch(packed: patch.packed), try Patch(json: patch.json))
    precondition(packed == patch && read == patch, "A patch was written as another one")
  } catch {
    preconditionFailure("A patch that was read cannot be written and read: \(error)")
  }
  precondition(patch.inverted.inverted == patch, "Inverting twice made another patch")
  _ = (patch.description, try? patch.followed(by: patch))
  precondition(
    (try? patch.followed(by: patch.inverted))?.isEmpty == true,
    "A patch and its inverse are something"
  )
  let state = Patched()
  guard let changed = try? state.applying(patch) else { return checkMisfit(patch, of: state) }
  do {
    let (reached, plainly) = (try PlainValue(of: changed), try PlainValue(of: state).applying(patch))
    precondition(reached == plainly, "The types made another value")
    let back = try changed.applying(patch.inverted)
    precondition(back.isWritten(as: state), "The way back leads elsewhere")
  } catch {
    preconditionFailure("A patch that fits has no way back, or does not fit the plain form: \(error)")
  }
}

private func checkMisfit(_ patch: Patch, of state: Patched) {
  guard let before = try? PlainValue(of: state) else { preconditionFailure("A state has no plain form") }
  var plain = before
  guard (try? plain.apply(patch)) == nil else { return }
  precondition(plain == before, "A patch that does not fit has changed something")
}
