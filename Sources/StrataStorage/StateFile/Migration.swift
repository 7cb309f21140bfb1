import StrataCore

/// A step from one schema of an app's state to the next, made on plain values before they are decoded.
///
///     let file = StateFile<AppState>(at: path, migrations: [
///       Migration { state in state["title"] = .text("") },  // from schema 1 to 2
///       Migration { state in state["colour"] = nil },  // from schema 2 to 3
///     ])
///
/// The order of the migrations is what numbers the schemas, so add to the end of the list, and take none away.
public struct Migration: Sendable {
  let change: @Sendable (inout PlainValue) throws -> Void

  /// Makes a step of a closure that changes the state; what it throws is why the file could not be loaded.
  public init(_ change: @escaping @Sendable (inout PlainValue) throws -> Void) {
    self.change = change
  }
}
