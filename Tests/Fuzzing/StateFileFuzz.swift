// The entry point for libFuzzer, which calls it with bytes of its invention; see .ci/fuzz.

@testable import StrataCore
@testable import StrataStorage

/// A state with something of everything that JSON can say.
struct Everything: Described, Equatable {
  struct Part: Described, Equatable {
    var name = ""
    var rank: Int8?

    static func describe(_ field: inout Fields<Part>) {
      field("name", \.name)
      field("rank", \.rank)
    }
  }

  var flag = false
  var count = 0
  var weight = 0.5
  var parts: [Part] = []
  var byName: [String: [Int]] = [:]

  static func describe(_ field: inout Fields<Everything>) {
    field("flag", \.flag)
    field("count", \.count)
    field("weight", \.weight)
    field("parts", \.parts)
    field("byName", \.byName)
  }
}

/// The same state without its description, so that Foundation's coders read and write it.
struct Undescribed: Codable, Equatable, Sendable {
  var flag: Bool
  var count: Int
  var weight: Double
  var parts: [Everything.Part]
  var byName: [String: [Int]]

  init(_ other: Everything) {
    (flag, count, weight) = (other.flag, other.count, other.weight)
    (parts, byName) = (other.parts, other.byName)
  }
}

/// A load that succeeds has made a whole state: what it is saved as is the same state again, whoever reads it.
@_cdecl("LLVMFuzzerTestOneInput")
public func loadAnything(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let described = StateEnvelope<Everything>(migrations: [], memoryLimit: 1 << 24)
  let undescribed = StateEnvelope<Undescribed>(migrations: [], memoryLimit: 1 << 24)
  let byFoundation = try? undescribed.decode(bytes, of: "fuzzed")
  let state: Everything
  do throws(StateFileError) {
    state = try described.decode(bytes, of: "fuzzed")
  } catch {
    // A description knows every name that there is; Foundation passes over the others.
    if case .unknownField = error { return 0 }
    // Foundation takes -0 for a whole number.
    if "\(error)".contains("-0.0 does not fit") { return 0 }
    precondition(byFoundation == nil, "Foundation reads what this package does not")
    return 0
  }
  if let byFoundation { precondition(byFoundation == Undescribed(state), "Foundation reads another state") }
  do {
    let again = try described.encode(state).bytes
    let ours = try described.decode(again, of: "fuzzed")
    precondition(ours.isWritten(as: state), "The state was saved as another one")
    // Foundation has no words for numbers that JSON does not have.
    guard state.weight.isFinite else { return 0 }
    let theirs = try undescribed.decode(again, of: "fuzzed")
    precondition(theirs == Undescribed(state), "Foundation reads what was saved as another state")
  } catch {
    preconditionFailure("A state that was loaded cannot be saved and loaded: \(error)")
  }
  return 0
}
