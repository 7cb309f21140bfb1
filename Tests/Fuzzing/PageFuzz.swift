// libFuzzer calls this with bytes of its invention; see .ci/fuzz.

@testable import StrataCore

/// Columns that can be read are steps that can be written: what they are written as is read as the same steps.
@_cdecl("LLVMFuzzerTestOneInput")
public func readAnything(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Bytes(UnsafeBufferPointer(start: start, count: count))
  guard let number = bytes.first else { return 0 }
  let columns = bytes.part(min(1, count)..<count)
  if let page = try? WrittenPage(reading: columns, limit: 1 << 20) {
    let bytes = page.pieces.bytes
    let again = bytes.withBytes { try? WrittenPage(reading: $0, limit: 1 << 20) }
    precondition(again?.pieces.bytes == bytes, "A page was written as another one")
    if let history = try? HistoryReplay(page) { _ = try? history.writtenPages() }
  }
  let steps = 1 + Int(number)
  if let words = try? PageWords(columns, count: steps, first: 1_000, limit: 1 << 20) {
    for index in 0..<steps { _ = words[index] }
    precondition(words.provenances == (0..<steps).map(words.provenance), "Neighbours do not say the same")
  }
  guard let read = try? UnpackedSteps(columns, count: steps, limit: 1 << 20) else { return 0 }
  do {
    var writer = StepColumnsWriter()
    for index in 0..<steps { try Array(read[index]).withBytes { try writer.append($0) } }
    let again = try writer.finish().withBytes { try UnpackedSteps($0, count: steps) }
    precondition(again.bytes == read.bytes && again.ends == read.ends, "Steps were written as others")
  } catch {
    // Only packed steps are written again: what was read may be none.
    for index in 0..<steps { if (try? Patch(packed: read[index])) == nil { return 0 } }
    preconditionFailure("Packed steps cannot be written: \(error)")
  }
  return 0
}
