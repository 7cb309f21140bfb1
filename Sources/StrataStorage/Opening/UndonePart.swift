import StrataCore

/// What undo covers in a state, with its companion, as a store that is opened needs to know it.
@usableFromInline
package struct UndonePart<State: Reducible & DescribedValue>: Sendable {
  let part: PartAccess
  let making: VersionMaking<State>
  /// The names of the fields that lead there.
  let fields: PartFields
  let companions: LogCompanions<State>?

  /// The part at a key path, without a companion.
  ///
  /// - Throws: ``DescriptionError`` when that is neither a described field nor the whole state.
  @inlinable
  package init<Domain: DescribedValue & Equatable>(
    _ domain: WritableKeyPath<State, Domain> & Sendable
  ) throws(DescriptionError) {
    try self.init(.to(domain), VersionMaking(), nil)
  }

  /// The part at a key path, with a companion at another one.
  ///
  /// - Throws: As without a companion, and when the companion is no described field.
  @inlinable
  package init<Domain: DescribedValue & Equatable, Companion: DescribedValue>(
    _ domain: WritableKeyPath<State, Domain> & Sendable,
    with companion: WritableKeyPath<State, Companion> & Sendable
  ) throws(DescriptionError) {
    try self.init(.to(domain, with: companion), VersionMaking(), LogCompanions(companion))
  }

  /// Several parts, without a companion.
  ///
  /// - Throws: As of one part.
  @inlinable
  package init(_ parts: [OnePart]) throws(DescriptionError) {
    try self.init(.to(parts, in: State.self), VersionMaking(), nil)
  }

  /// Several parts, with a companion at a key path.
  ///
  /// - Throws: As of one part with a companion.
  @inlinable
  package init<Companion: DescribedValue>(
    _ parts: [OnePart],
    with companion: WritableKeyPath<State, Companion> & Sendable
  ) throws(DescriptionError) {
    try self.init(.to(parts, with: companion), VersionMaking(), LogCompanions(companion))
  }

  @usableFromInline
  init(
    _ part: PartAccess,
    _ making: VersionMaking<State>,
    _ companions: LogCompanions<State>?
  ) throws(DescriptionError) {
    guard let fields = PartFields(part.paths, with: companions?.path, of: State.self) else {
      let paths = part.paths.filter { PartFields([$0], of: State.self) == nil }
      throw DescriptionError(
        problems: paths.map { .undoneElsewhere(path: "\($0)", type: "\(State.self)") }
      )
    }
    if let companions, fields.companionPlace == nil {
      throw DescriptionError(problems: [
        .restoredElsewhere(path: "\(companions.path)", type: "\(State.self)")
      ])
    }
    (self.part, self.making, self.fields, self.companions) = (part, making, fields, companions)
  }
}
