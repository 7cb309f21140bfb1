import StrataCore

extension Reducible {
  /// Returns the value that `action` makes of this one, which stays as it is.
  ///
  /// A test then states what is different, not the whole:
  ///
  ///     var expected = state
  ///     expected.count = 2
  ///     #expect(try state.reduced(by: 2) == expected)
  ///
  /// - Throws: The errors that the reducer throws.
  public func reduced(by action: Action) throws -> Self {
    var result = self
    try result.reduce(action)
    return result
  }
}
