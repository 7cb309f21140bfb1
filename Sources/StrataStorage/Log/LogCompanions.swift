import StrataCore

/// How the companion of undo gets into a log's lines and out again: a selection, for example.
@usableFromInline
struct LogCompanions<State: Sendable>: Sendable {
  /// Where the companion is in a state.
  let path: PartialKeyPath<State> & Sendable
  /// Returns the companion's JSON in a state.
  let json: @Sendable (State) throws -> [UInt8]
  /// Returns the companions on both sides of a step as JSON.
  let jsonOfStep: @Sendable (DomainSnapshot) throws -> [UInt8]?
  /// Returns the same of what a change makes of the companions in a state.
  let jsonOfChangedStep:
    @Sendable (DomainSnapshot, State, _ change: (inout State) throws -> Void) throws -> [UInt8]?
  /// Makes companions of the JSON before and after a step.
  let read: @Sendable (CompanionSides) throws(PatchError) -> DomainSnapshot

  @usableFromInline
  init<Companion: DescribedValue>(
    _ path: WritableKeyPath<State, Companion> & Sendable,
    of domain: UndoDomain
  ) {
    self.path = path
    json = { state in try state[keyPath: path].json() }
    jsonOfStep = { step in
      try step.sides(as: Companion.self).map {
        try CompanionSides.json($0.before.json(), $0.after.json())
      }
    }
    jsonOfChangedStep = { step, state, change in
      func json(of companion: Companion) throws -> [UInt8] {
        var state = state
        state[keyPath: path] = companion
        try change(&state)
        return try state[keyPath: path].json()
      }
      return try step.sides(as: Companion.self).map { sides in
        try CompanionSides.json(json(of: sides.before), json(of: sides.after))
      }
    }
    read = { sides throws(PatchError) in
      func companion(_ plain: PlainValue) throws(PatchError) -> Companion {
        try plain.value(as: Companion.self)
      }
      return domain.sides(before: try companion(sides.before), after: try companion(sides.after))
    }
  }
}

/// Reads the steps of a history from the log that has them.
final class LogSteps<State: Sendable>: LogLines {
  let file: LogFile
  /// The fields that lead to what the history is about.
  let fields: PartFields
  let companions: LogCompanions<State>?
  /// How many bytes of memory reading a step may take.
  let memoryLimit: Int

  init(_ file: LogFile, fields: PartFields, companions: LogCompanions<State>?, memoryLimit: Int) {
    (self.file, self.fields, self.companions, self.memoryLimit) = (file, fields, companions, memoryLimit)
  }

  func step(at places: [UInt64]) throws(PatchError) -> (patch: Patch, companions: DomainSnapshot?) {
    var patch = Patch()
    var sides: CompanionSides?
    for place in places {
      let (json, head) = try line(at: place)
      patch = try patch.followed(by: self.patch(of: head, json))
      try add(head, json, to: &sides)
    }
    return (patch, try read(sides))
  }

  func patch(at places: [UInt64]) throws(PatchError) -> Patch {
    var patch = Patch()
    for place in places {
      let (json, head) = try line(at: place)
      patch = try patch.followed(by: self.patch(of: head, json))
    }
    return patch
  }

  /// What a line changed in the part.
  private func patch(of head: RecordHead, _ json: [UInt8]) throws(PatchError) -> Patch {
    guard json.withUnsafeBytes({ PlainValue.isReadable($0, within: memoryLimit) }) else {
      throw PatchError(.overMemory(limit: memoryLimit))
    }
    return try head.patch.map { range throws(PatchError) in try fields.part(of: Patch(json: json[range])) }
      ?? Patch()
  }

  func change(writtenAt place: UInt64) throws(PatchError) -> ArraySlice<UInt8>? {
    let (json, head) = try line(at: place)
    guard let range = head.patch else { return [] }
    guard json.withUnsafeBytes({ PlainValue.isReadable($0, within: memoryLimit) }) else {
      throw PatchError(.overMemory(limit: memoryLimit))
    }
    return try fields.part(ofPatch: json[range])
  }

  func bytes(at places: [UInt64]) -> Int { places.reduce(0) { $0 + file.bytes(ofLineAt: $1) } }

  func patch(writtenAt place: UInt64) throws -> (Patch, bytes: Int) {
    try file.patch(writtenAt: place, within: memoryLimit)
  }

  func companions(at places: [UInt64]) throws(PatchError) -> DomainSnapshot? {
    guard companions != nil else { return nil }
    var sides: CompanionSides?
    for place in places {
      let (json, head) = try line(at: place)
      try add(head, json, to: &sides)
    }
    return try read(sides)
  }

  /// Takes up the companions of a line.
  private func add(_ head: RecordHead, _ json: [UInt8], to sides: inout CompanionSides?) throws(PatchError) {
    guard let range = head.companions else { return }
    guard json[range].withUnsafeBytes({ PlainValue.isReadable($0, within: memoryLimit) }) else {
      throw PatchError(.overMemory(limit: memoryLimit))
    }
    var found = try CompanionSides(json: json[range])
    if let sides { found.before = sides.before }
    sides = found
  }

  private func read(_ sides: CompanionSides?) throws(PatchError) -> DomainSnapshot? {
    // A companion of another type, of an earlier version of the app, is no reason to lose the step: it stays as it is.
    do throws(PatchError) {
      guard let companions, let sides else { return nil }
      return try companions.read(sides)
    } catch {
      // What a newer version wrote is not thrown away.
      if case .noField = error.reason { throw error }
      return nil
    }
  }

  private func line(at place: UInt64) throws(PatchError) -> (json: [UInt8], head: RecordHead) {
    let json = try json(at: place)
    guard let head = json.withUnsafeBytes({ RecordHead($0) }) else {
      throw PatchError(.unreadable(reason: "no line of a log stands at byte \(place)"))
    }
    return (json, head)
  }

  private func json(at place: UInt64) throws(PatchError) -> [UInt8] {
    do throws(SystemError) {
      return try file.line(at: Int(place)).json
    } catch {
      throw PatchError(.unreadable(reason: "\(error)"))
    }
  }
}
