import Observation

/// A feature as views see it: reading it in a view's body makes the view follow the feature's part, and nothing else.
///
///     @State private var cart = ObservableFeature(store.feature(\.cart) { .cart($0) })
///     Text("\(cart.state.lines.count)")
///
/// As with ``ObservableStore``, what is read is current as soon as `send` returns; views are told on the main actor's next turn.
@MainActor
public final class ObservableFeature<Part: Equatable & Sendable, Action: Sendable>: Observable {
  /// The feature that is seen; send to it from anywhere.
  public nonisolated let feature: Feature<Part, Action>
  private nonisolated let registrar = ObservationRegistrar()
  private var token: ObservationToken?

  /// Makes a view's side of a feature.
  public init(_ feature: Feature<Part, Action>) {
    self.feature = feature
    token = feature.observe { [weak self] _, _ in
      Task { @MainActor in self?.announce() }
    }
  }

  /// The part as of now.
  public var state: Part {
    registrar.access(self, keyPath: \.state)
    return feature.state
  }

  private func announce() { registrar.withMutation(of: self, keyPath: \.state) {} }
}
