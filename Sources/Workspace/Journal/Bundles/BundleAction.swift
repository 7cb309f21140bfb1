import Strata

extension TodoBundle {
  /// What can happen to bundles.
  public enum Action: Equatable, Sendable {
    /// A bundle is made.
    case create(Content)
    /// A bundle gets another content; typing is one step until there is a pause.
    case edit(id: Int, Content)
    /// A bundle comes again and again, when pages start; nil for no longer.
    case schedule(id: Int, Rhythm?)
    /// Bundles are deleted; the todos that they made stay.
    case delete(IDSet)
    /// The todos of a bundle are written on the newest page.
    case apply(id: Int)

    var recording: Recording {
      switch self {
      case .create: .step("Create Bundle")
      case .edit(let id, _): .gesture("Edit Bundle", on: "bundle \(id)")
      case .schedule(_, nil): .step("Stop Repeating Bundle")
      case .schedule: .step("Repeat Bundle")
      case .delete(let ids): .step(label("Delete", ids.count, "Bundle", "Bundles"))
      case .apply: .step("Apply Bundle")
      }
    }
  }
}
