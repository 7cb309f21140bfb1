// What libFuzzer calls with bytes of its invention; see .ci/fuzz.

@testable import StrataStorage

/// A state with something of everything that JSON can say.
struct Everything: Codable, Equatable, Sendable {
  struct Part: Codable, Equatable, Sendable {
    var name = ""
    var rank: Int8?
  }

  var flag = false
  var count = 0
  var weight = 0.5
  var parts: [Part] = [Part()]
  var byName: [String: [Int]] = [:]
}

/// A load that succeeds has made a whole state: saving it gives bytes that load as the same one.
@_cdecl("LLVMFuzzerTestOneInput")
public func loadAnything(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let coding = StateCoding<Everything>()
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let state = try? coding.decode(bytes, of: "fuzzed") else { return 0 }
  do {
    let again = StateEnvelope.wrap(try coding.encode(state), schema: coding.schema)
    precondition(try coding.decode(again, of: "fuzzed") == state, "The state was saved as another one")
  } catch {
    preconditionFailure("A state that was loaded cannot be saved and loaded: \(error)")
  }
  return 0
}
