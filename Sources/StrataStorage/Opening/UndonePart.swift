import StrataCore

/// The part of a state that undo covers, with its companion, as a store that is opened needs to know it.
@usableFromInline
package struct UndonePart<State: Reducible & DescribedValue>: Sendable {
  let domain: UndoDomain
  let making: VersionMaking<State>
  /// The names of the fields that lead there.
  let fields: PartFields
  let companions: LogCompanions<State>?

  /// The part at a key path, without a companion.
  ///
  /// - Throws: ``DescriptionError`` when that is neither a described field nor the whole state, or has transient fields.
  @inlinable
  package init<Domain: DescribedValue & Equatable>(
    _ domain: WritableKeyPath<State, Domain> & Sendable
  ) throws(DescriptionError) {
    try self.init(UndoDomain(undone: [.undone(domain)]), VersionMaking(), nil)
  }

  /// The part at a key path, with a companion at another one.
  ///
  /// - Throws: As without a companion, and when the companion is no described field.
  @inlinable
  package init<Domain: DescribedValue & Equatable, Companion: DescribedValue>(
    _ domain: WritableKeyPath<State, Domain> & Sendable,
    with companion: WritableKeyPath<State, Companion> & Sendable
  ) throws(DescriptionError) {
    let domain = UndoDomain(undone: [.undone(domain)], restored: [.restored(companion)])
    try self.init(domain, VersionMaking(), LogCompanions(companion, of: domain))
  }

  /// Several parts, without a companion.
  ///
  /// - Throws: As of one part.
  @inlinable
  package init(_ fields: [DomainField]) throws(DescriptionError) {
    try self.init(UndoDomain(undone: fields), VersionMaking(), nil)
  }

  /// Several parts, with a companion at a key path.
  ///
  /// - Throws: As of one part with a companion.
  @inlinable
  package init<Companion: DescribedValue>(
    _ fields: [DomainField],
    with companion: WritableKeyPath<State, Companion> & Sendable
  ) throws(DescriptionError) {
    let domain = UndoDomain(undone: fields, restored: [.restored(companion)])
    try self.init(domain, VersionMaking(), LogCompanions(companion, of: domain))
  }

  @usableFromInline
  init(
    _ domain: UndoDomain,
    _ making: VersionMaking<State>,
    _ companions: LogCompanions<State>?
  ) throws(DescriptionError) {
    guard let fields = PartFields(domain.paths, with: companions?.path, of: State.self) else {
      let paths = domain.paths.filter { PartFields([$0], of: State.self) == nil }
      throw DescriptionError(
        problems: paths.map { .undoneElsewhere(path: "\($0)", type: "\(State.self)") }
      )
    }
    if let companions, fields.companionPlace == nil {
      throw DescriptionError(problems: [
        .restoredElsewhere(path: "\(companions.path)", type: "\(State.self)")
      ])
    }
    if let transients = domain.transients { throw transients }
    (self.domain, self.making, self.fields, self.companions) = (domain, making, fields, companions)
  }
}
