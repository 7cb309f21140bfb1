#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// An alert shows the localized description, which is only a number where an error does not say it.

extension StoreError: LocalizedError {
  /// The error as a sentence.
  public var errorDescription: String? { "\(self)" }
}

extension MergeError: LocalizedError {
  /// The error as a sentence.
  public var errorDescription: String? { "\(self)" }
}

extension DescriptionError: LocalizedError {
  /// The error as a sentence.
  public var errorDescription: String? { "\(self)" }
}

extension PatchError: LocalizedError {
  /// The error as a sentence.
  public var errorDescription: String? { "\(self)" }
}

extension JSONError: LocalizedError {
  /// The error as a sentence.
  public var errorDescription: String? { "\(self)" }
}

extension LogError: LocalizedError {
  /// The error as a sentence.
  public var errorDescription: String? { "\(self)" }
}

extension StateFileError: LocalizedError {
  /// The error as a sentence.
  public var errorDescription: String? { "\(self)" }
}

extension SystemError: LocalizedError {
  /// The error as a sentence.
  public var errorDescription: String? { "\(self)" }
}

extension TextChangeMisfit: LocalizedError {
  /// The error as a sentence.
  public var errorDescription: String? { "\(self)" }
}
