import PersistentCollections

/// A value that is written by `Codable`.
final class LeafShape<Value: Codable>: ValueShape<Value>, @unchecked Sendable {
  // Unchecked as its ancestors.
  static func encoded(_ value: Value) throws(PatchError) -> PlainValue {
    let plain: PlainValue
    do {
      plain = try PlainEncoder.plain(value)
    } catch let error as PatchError {
      throw error
    } catch {
      throw PatchError(.unwritable(reason: "\(error)"))
    }
    if plain == .null { throw PatchError(writingNull: Value.self) }
    return plain
  }

  /// Whether the library made sure itself that values come back as they were written.
  private let isTrusted = Value.self is any TrustedLeaf.Type

  override func areSame(_ old: ValuePlace, _ new: ValuePlace) throws(PatchError) -> Bool {
    if areSameBytes(old, new, size) { return true }
    let (old, new) = (
      old.pointer(to: Value.self).pointee, new.pointer(to: Value.self).pointee
    )
    let (before, after) = (try Self.encoded(old), try Self.encoded(new))
    if before == after {
      if !isTrusted { try Self.checkSameness(old, new, of: before) }
      return before.hasNumberAsWord == after.hasNumberAsWord
    }
    return Self.isReordered(old, before, new, after)
  }

  /// Refuses two values that are not equal and are encoded alike: their difference would be lost silently.
  private static func checkSameness(_ old: Value, _ new: Value, of plain: PlainValue) throws(PatchError) {
    guard let known = old as? any Equatable, known.equals(old), !known.equals(new) else { return }
    let reason =
      "\(Value.self) writes \(plain) of two values that are not equal: let it encode all that == compares"
    throw PatchError(.unwritable(reason: reason))
  }

  /// Whether two values are equal, and only the order in which they are written differs: a set has another one in each
  /// process.
  private static func isReordered(
    _ old: Value,
    _ before: PlainValue,
    _ new: Value,
    _ after: PlainValue
  ) -> Bool {
    guard let old = old as? any Equatable, old.equals(new) else { return false }
    return before.inAnyOrder == after.inAnyOrder
  }

  /// The value without its type, which is shown to come back: nothing else is written.
  override func plain(_ value: ValuePlace) throws(PatchError) -> PlainValue {
    let value = value.pointer(to: Value.self).pointee
    let plain = try Self.encoded(value)
    guard Nesting.hasRoom(for: plain.nesting) else { throw PatchError(.tooDeep(limit: jsonDepthLimit)) }
    if !isTrusted { try check(value, comesBackFrom: plain) }
    return plain
  }

  private func check(_ value: Value, comesBackFrom plain: PlainValue) throws(PatchError) {
    func lossy(_ reason: String) -> PatchError {
      PatchError(.unwritable(reason: "\(Value.self) writes \(plain), \(reason)"))
    }
    let back: Value
    do throws(PatchError) {
      // As a file has it: there a number that JSON does not have is a word.
      back = try make(from: plain.hasNumberAsWord ? plain.withWords : plain)
    } catch {
      throw lossy("which it does not read: \(error)")
    }
    let again = try Self.encoded(back)
    guard again == plain || again.inAnyOrder == plain.inAnyOrder,
      again.hasNumberAsWord == plain.hasNumberAsWord
    else {
      throw lossy("which it reads as another value")
    }
    // The comparison above allows another order, since a set in the value may be written in another order each time. So
    // `==` is checked, too, unless the value is not equal to itself.
    guard let value = value as? any Equatable, value.equals(value) else { return }
    if !value.equals(back) { throw lossy("which it reads as not equal to it: encode all that == compares") }
  }

  override func write(_ value: ValuePlace, to json: inout JSONWriter) throws(PatchError) {
    if json.checksLeaves { return json.write(try plain(value)) }
    json.write(try Self.encoded(value.pointer(to: Value.self).pointee))
  }

  override func make(from plain: PlainValue) throws(PatchError) -> Value {
    try PlainDecoder.value(of: plain)
  }

  /// The storage that a leaf keeps on the heap cannot be seen; the storage of its plain form is counted instead.
  override func measure(_ value: ValuePlace, into meter: inout FootprintMeter) {
    if isFlat { return }
    if let plain = try? plain(value) { meter.countStorage(of: plain) }
  }

  override var mayDifferFromItself: Bool {
    (Value.self as? any TrustedLeaf.Type)?.isEqualToItself != true
  }
  override var isLeaf: Bool { true }
  override var isName: Bool { (Value.self as? any TrustedLeaf.Type)?.isName == true }

  override var kindOfValue: String { "leaf" }
  override var isFlat: Bool { _isPOD(Value.self) }
}

/// A leaf of the library's own, whose values come back as they were written.
package protocol TrustedLeaf: DescribedLeaf {
  /// Whether every value is equal to itself.
  static var isEqualToItself: Bool { get }
  /// Whether every value is written as one text, so that it may stand as a name in a record.
  static var isName: Bool { get }
}

extension PatchError {
  /// The error that a leaf writes null: that is none, and a field that is not there.
  init(writingNull leaf: Any.Type) {
    let reason =
      "\(leaf) writes null, which stands for none: let it write a word, and be optional where it may be none"
    self.init(.unwritable(reason: reason))
  }
}

extension TrustedLeaf {
  package static var isEqualToItself: Bool { true }
  package static var isName: Bool { false }
}

extension Equatable {
  func equals(_ other: Any) -> Bool { (other as? Self) == self }
}
