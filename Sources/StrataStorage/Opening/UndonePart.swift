import Strata

/// The part of a state that undo covers, with its companion, as a store that is opened needs to know it.
@usableFromInline
package struct UndonePart<State: Reducible & DescribedValue>: Sendable {
  let part: DescribedPart
  /// The names of the fields that lead to the part.
  let fields: [String]
  let companions: LogCompanions<State>?

  /// The part at a key path, without a companion.
  @inlinable
  package init<Domain: DescribedValue & Equatable>(_ domain: WritableKeyPath<State, Domain> & Sendable) {
    self.init(DescribedPart(domain), at: domain, nil)
  }

  /// The part at a key path, with a companion at another one.
  @inlinable
  package init<Domain: DescribedValue & Equatable, Companion: DescribedValue>(
    _ domain: WritableKeyPath<State, Domain> & Sendable,
    with companion: WritableKeyPath<State, Companion> & Sendable
  ) {
    self.init(DescribedPart(domain, with: companion), at: domain, LogCompanions(companion))
  }

  @usableFromInline
  init(_ part: DescribedPart, at path: PartialKeyPath<State>, _ companions: LogCompanions<State>?) {
    guard let fields = State.fieldNames(to: path) else {
      preconditionFailure("What undo covers has to be a field of the state's description, or the whole state")
    }
    (self.part, self.fields, self.companions) = (part, fields, companions)
  }
}
