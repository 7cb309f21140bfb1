import StrataCore

/// The part of a state that undo covers, with its restored part, as a store that is opened needs to know it.
@usableFromInline
package struct UndonePart<State: Reducible & DescribedValue>: Sendable {
  let domain: UndoDomain
  let making: VersionMaking<State>
  /// The names of the fields that lead there.
  let fields: PartFields
  let restoredValues: LoggedRestoredPart<State>?

  /// The part at a key path, without a restored part.
  ///
  /// - Throws: ``DescriptionError`` when that is neither a described field nor the whole state, or has transient fields.
  @inlinable
  package init<Domain: DescribedValue & Equatable>(
    _ domain: WritableKeyPath<State, Domain> & Sendable
  ) throws(DescriptionError) {
    try self.init(UndoDomain(undone: [.undone(domain)]), VersionMaking(), nil)
  }

  /// The part at a key path, with a restored part at another one.
  ///
  /// - Throws: As without a restored part, and when the restored part is no described field.
  @inlinable
  package init<Domain: DescribedValue & Equatable, Restored: DescribedValue>(
    _ domain: WritableKeyPath<State, Domain> & Sendable,
    with restored: WritableKeyPath<State, Restored> & Sendable
  ) throws(DescriptionError) {
    let domain = UndoDomain(undone: [.undone(domain)], restored: [.restored(restored)])
    try self.init(domain, VersionMaking(), LoggedRestoredPart(restored, of: domain))
  }

  /// Several parts, without a restored part.
  ///
  /// - Throws: As of one part.
  @inlinable
  package init(_ fields: [DomainField]) throws(DescriptionError) {
    try self.init(UndoDomain(undone: fields), VersionMaking(), nil)
  }

  /// Several parts, with a restored part at a key path.
  ///
  /// - Throws: As of one part with a restored part.
  @inlinable
  package init<Restored: DescribedValue>(
    _ fields: [DomainField],
    with restored: WritableKeyPath<State, Restored> & Sendable
  ) throws(DescriptionError) {
    let domain = UndoDomain(undone: fields, restored: [.restored(restored)])
    try self.init(domain, VersionMaking(), LoggedRestoredPart(restored, of: domain))
  }

  @usableFromInline
  init(
    _ domain: UndoDomain,
    _ making: VersionMaking<State>,
    _ restoredValues: LoggedRestoredPart<State>?
  ) throws(DescriptionError) {
    guard let fields = PartFields(domain.paths, with: restoredValues?.path, of: State.self) else {
      let paths = domain.paths.filter { PartFields([$0], of: State.self) == nil }
      throw DescriptionError(
        problems: paths.map { .undoneElsewhere(path: "\($0)", type: "\(State.self)") }
      )
    }
    if let restoredValues, fields.restoredPlace == nil {
      throw DescriptionError(problems: [
        .restoredElsewhere(path: "\(restoredValues.path)", type: "\(State.self)")
      ])
    }
    if let transients = domain.transients { throw transients }
    (self.domain, self.making, self.fields, self.restoredValues) = (domain, making, fields, restoredValues)
  }
}
