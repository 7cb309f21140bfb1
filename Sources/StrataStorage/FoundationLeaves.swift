import Strata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Foundation's values in a described state. Foundation's own JSON coders write a `Date` as its seconds since 2001, a
// `UUID` and a `URL` as text, and `Data` in base 64; so do plain values. A `URL` that is relative to another one would
// lose that, and stands as a record of both.

/// A date is a number of seconds, which may be none.
extension Date: TrustedLeaf {
  package static var isEqualToItself: Bool { false }
}

extension UUID: TrustedLeaf {}

extension URL: DescribedLeaf, PlainFormatted {
  package var plainForm: PlainValue {
    guard let baseURL else { return .text(absoluteString) }
    return .record(["base": baseURL.plainForm, "relative": .text(relativeString)])
  }

  package init?(plainForm: PlainValue) {
    switch plainForm {
    case .text(let text): self.init(writtenAs: text, relativeTo: nil)
    case .record(let record):
      guard case .text(let text)? = record["relative"], let base = record["base"] else { return nil }
      guard let base = URL(plainForm: base) else { return nil }
      self.init(writtenAs: text, relativeTo: base)
    default: return nil
    }
  }

  /// Makes an address of its text, also of an empty one, which components alone make.
  private init?(writtenAs text: String, relativeTo base: URL?) {
    guard text.isEmpty else {
      self.init(string: text, relativeTo: base)
      return
    }
    guard let empty = URLComponents().url(relativeTo: base) else { return nil }
    self = empty
  }
}

extension Data: TrustedLeaf, PlainFormatted {
  package var plainForm: PlainValue { .text(base64EncodedString()) }

  package init?(plainForm: PlainValue) {
    guard case .text(let text) = plainForm else { return nil }
    self.init(base64Encoded: text)
  }
}

/// A decimal number is a text: a number in JSON would be read by others as one with a binary fraction.
extension Decimal: DescribedLeaf, PlainFormatted {
  package var plainForm: PlainValue { .text(description) }

  package init?(plainForm: PlainValue) {
    guard case .text(let text) = plainForm else { return nil }
    self.init(string: text)
  }
}
