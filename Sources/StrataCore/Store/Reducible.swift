/// A value that actions change, and that changes in no other way.
///
/// A reducer is a method of the value it changes. It sees the value and the action and nothing else: clocks,
/// random numbers and the contents of files come in *inside the action*, so the same value and the same action
/// always give the same result.
///
///     struct Counter: Reducible {
///       var count = 0
///
///       mutating func reduce(_ action: Int) {
///         count += action
///       }
///     }
///
/// Only the root of an app's state conforms. Its features have reducing methods of their own, with whatever
/// arguments they need, and the root's reducer calls them.
public protocol Reducible: Equatable, Sendable {
  /// The changes that can happen to the value, usually an enum.
  associatedtype Action: Sendable

  /// Changes the value as `action` says.
  ///
  /// When it throws, the store drops the half-changed copy: no reader sees it, and no step is recorded.
  mutating func reduce(_ action: Action) throws

  /// How a history records `action`, asked before it is reduced; by default a step named "Change".
  func recording(of action: Action) -> Recording
}

extension Reducible {
  /// Records every action as a step named "Change".
  public func recording(of action: Action) -> Recording { .step("Change") }
}
