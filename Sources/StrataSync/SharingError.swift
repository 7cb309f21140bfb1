import StrataCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Why a store did not do what has to do with changes of several machines; nothing has changed.
public enum SharingError: Error, Equatable, Sendable {
  /// The store has no number of its own yet.
  case notJoined
  /// A machine cannot have this number.
  case noSite(Int)
  /// The store has changes that have no place in the order yet.
  case unpublished(Int)
  /// The shared fields, or the field of the store's notes about the order, cannot be at the place that a key path names.
  case misplaced(reason: String)
  /// Changes are missing between what was applied and this one.
  case gap(found: Int, wanted: Int)
  /// The order has another change at a position than the store has applied there.
  ///
  /// The engine has told two machines that each was first. Machines that applied different changes at the position have
  /// different shared parts from there on. Each store keeps all that it has.
  case forked(position: Int, applied: SharedChange.Name, found: SharedChange.Name)
  /// The store's notes about the order have numbers that no store counts up to.
  case miscounted
  /// The line is no change.
  case noChange(reason: String)
  /// The change is about what is not shared.
  case notShared(SharedChange.Name)
  /// The change does not fit what is shared: it was made from something else.
  case misfit(SharedChange.Name, PatchError)
  /// The state's own rules refuse what the change makes of it.
  case refused(SharedChange.Name, reason: String)
}

extension SharingError: CustomStringConvertible {
  /// A sentence for a person, with what to do next.
  public var description: String {
    switch self {
    case .notJoined:
      "The store shares nothing yet: have it join first, by join(as:startingWith:)."
    case .noSite(let site):
      "\(site) is no number for a machine: give it one from 1 on that no other has, such as the position of its first line."
    case .unpublished(let count):
      "\(count == 1 ? "A change has" : "\(count) changes have") no place in the order yet: publish what there is first."
    case .misplaced(let reason): "What is shared cannot be told from what is not: \(reason)."
    case .gap(let found, let wanted):
      "The change at position \(found) follows on others that are missing: apply the one at position \(wanted) first."
    case .forked(let position, let applied, let found):
      """
      Position \(position) has two changes: this machine applied \(applied), and the order has \(found) there. The engine told \
      both \(Self.machine(of: applied)) and \(Self.machine(of: found)) that it was first. Nothing is lost: each machine keeps \
      what it has. Choose the machine to continue with. On each machine that applied the other change, export the document, \
      begin with a copy of the files of the chosen machine under a new number, and add what is missing.
      """
    case .miscounted:
      """
      What the store knows of the order has numbers that no store counts up to: another program has written them. Begin \
      with a copy of the files of another machine.
      """
    case .noChange(let reason): "The line is no change of what is shared: \(reason)."
    case .notShared(let name):
      "Change \(name) is about what is not shared: all machines have to share the same parts."
    case .misfit(let name, let error):
      """
      Change \(name) was not made from what is shared here: \(error). Another program has changed the order or the files, or \
      the app there is a newer one: update it, or begin with a copy of the files of another machine.
      """
    case .refused(let name, let reason):
      "The state's own rules refuse what change \(name) makes of it: \(reason)."
    }
  }

  /// The machine that made a change, in words.
  private static func machine(of name: SharedChange.Name) -> String {
    name.site == 0 ? "a machine that joins" : "machine \(name.site)"
  }
}

extension SharingError: LocalizedError {
  /// The error as a sentence, for an alert.
  public var errorDescription: String? { "\(self)" }
}
