/// Why a patch does not fit a value, or could not be made or read, and where.
public struct PatchError: Error, Hashable, Sendable {
  /// The way from the whole value to the place of the trouble.
  public private(set) var path: [PathComponent]
  /// The reason for the error.
  public let reason: Reason

  @usableFromInline
  package init(_ reason: Reason) {
    path = []
    self.reason = reason
  }

  /// The same trouble, seen from one step further out.
  package func inside(_ step: PathComponent) -> PatchError {
    // That something is too deep is true of the whole, and the way there would be a hundred steps.
    if case .tooDeep = reason { return self }
    var outer = self
    outer.path.insert(step, at: 0)
    return outer
  }

  func inside(_ step: PathComponent?) -> PatchError { step.map { inside($0) } ?? self }

  /// The reasons for which a patch or a value is refused.
  public enum Reason: Hashable, Sendable {
    /// A type's description tells no field of this name: a newer version of the app wrote it, or another one.
    case noField(String, type: String)
    /// The type's own rules refuse what was made.
    case refused(type: String, reason: String)
    /// There is no entry, member or element where one is to be changed or removed.
    case nothingThere
    /// There is an entry or member where one is to be inserted.
    case alreadyThere
    /// The present value is not the one that the patch was made from.
    case differs(expected: PlainValue, found: PlainValue)
    /// The present value is of another kind than the patch: a list where a record should be, for example.
    case otherKind(expected: String)
    /// A list is not long enough.
    case beyondTheEnd(position: Int, count: Int)
    /// A text is not long enough, or a character goes on where it is to be cut; both are counted in bytes of UTF-8.
    case noCut(at: Int, count: Int)
    /// The new value is none of its type.
    case unmakeable(type: String, reason: String)
    /// The type makes another value of the new one than it is, so that there would be no way back.
    case takenAs(PlainValue, given: PlainValue)
    /// Lists and records are nested deeper than they could be read again.
    case tooDeep(limit: Int)
    /// A leaf refuses to be written.
    case unwritable(reason: String)
    /// The bytes are no packed patch.
    case malformed(offset: Int)
    /// The JSON is no patch.
    case notAPatch(expected: String)
    /// The text is no JSON.
    case notJSON(JSONError)
    /// The patch cannot be read from where it is kept.
    case unreadable(reason: String)
    /// Reading the patch from where it is kept would take more bytes of memory than the limit.
    case overMemory(limit: Int)
  }
}

extension PatchError: CustomStringConvertible {
  /// A sentence with the place and what is wrong there.
  public var description: String {
    path.isEmpty ? "\(reason)" : "\(path.map(\.description).joined(separator: " / ")): \(reason)"
  }
}

extension PatchError.Reason: CustomStringConvertible {
  /// The reason in words, without the path.
  public var description: String {
    switch self {
    case .noField(let name, let type):
      """
      \(type) has no field '\(name)'; a newer version of the app wrote it, or the description has to tell it: as a field, \
      as what one was called (formerly: "\(name)"), or as one that is gone (removed("\(name)"))
      """
    case .refused(let type, let reason):
      "\(type) refuses it: \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)"
    case .nothingThere: "there is nothing here that could be changed or removed"
    case .alreadyThere: "there is something here already, so nothing can be inserted"
    case .differs(let expected, let found):
      "the patch was made from \(expected), but here is \(found); apply it to the value that it was made from"
    case .otherKind(let expected): "the patch changes \(expected), which is not what is here"
    case .beyondTheEnd(let position, let count): "there is no position \(position) in a list of \(count)"
    case .noCut(let offset, let count):
      "a text of \(count) bytes cannot be cut after \(offset); apply the patch to the text that it was made from"
    case .unmakeable(let type, let reason): "no \(type) can be made: \(reason)"
    case .takenAs(let made, let given):
      "the type would make \(made) of \(given), which could not be taken back"
    case .tooDeep(let limit): "lists and records are nested deeper than \(limit), and could not be read again"
    case .unwritable(let reason): "the value cannot be written: \(reason)"
    case .malformed(let offset): "the packed bytes make no sense from byte \(offset) on"
    case .notAPatch(let expected): "this is no patch: \(expected) is expected here"
    case .notJSON(let error): "this is no JSON: \(error)"
    case .unreadable(let reason): "the patch cannot be read: \(reason)"
    case .overMemory(let limit):
      "the patch takes more than \(limit) bytes of memory to be read; raise memoryLimit"
    }
  }
}

/// One step on the way from a whole value to a part of it.
public enum PathComponent: Hashable, Sendable {
  /// To a field.
  case field(String)
  /// To the entry of a map that has this key, or to this member of a set.
  case key(PlainValue)
  /// To an element of a list.
  case position(Int)
}

extension PathComponent: CustomStringConvertible {
  /// The name, key or position.
  public var description: String {
    switch self {
    case .field(let name): name
    case .key(let key):
      // An infinite number is a word in JSON, and is named by it wherever it was read.
      if case .text(let text) = key.withWords { text } else { "\(key)" }
    case .position(let position): "\(position)"
    }
  }
}
