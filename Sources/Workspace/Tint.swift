import Strata

/// The colours that categories and annotations can have.
public enum Tint: String, Codable, CaseIterable, Sendable {
  case blue, red, green, orange, purple, pink, teal, yellow
}

extension Tint: DescribedLeaf {}
