import Strata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Foundation's values in a described state. Foundation's own JSON coders write a `Date` as its seconds since 2001, a
// `UUID` and a `URL` as text, and `Data` in base 64; so do plain values.

extension Date: DescribedLeaf {}
extension UUID: DescribedLeaf {}

extension URL: DescribedLeaf, PlainFormatted {
  package var plainForm: PlainValue { .text(absoluteString) }

  package init?(plainForm: PlainValue) {
    guard case .text(let text) = plainForm else { return nil }
    self.init(string: text)
  }
}

extension Data: DescribedLeaf, PlainFormatted {
  package var plainForm: PlainValue { .text(base64EncodedString()) }

  package init?(plainForm: PlainValue) {
    guard case .text(let text) = plainForm else { return nil }
    self.init(base64Encoded: text)
  }
}
