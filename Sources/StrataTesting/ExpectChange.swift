/// Changes a value as a feature's own reducing method does, and sees to it that this changes what you say and nothing else.
///
///     try expect(&cart) { try $0.reduce(.add("Tea"), at: noon) } changes: { $0.lines = ["Tea"] }
///
/// For what is no `Reducible` by itself: a feature whose reducing method takes more than the action. It is run twice, as
/// `expect(_:_:)` of a `Reducible` does it.
///
/// - Parameters:
///   - value: The value; it is then what `reduce` made of it.
///   - fileID: The file of the test, which the error names.
///   - line: The line, too.
///   - reduce: Changes it.
///   - change: Turns the value from before into the one that is expected; without it, nothing may change.
/// - Throws: `UnexpectedChange` when something else came out; what `reduce` throws. The value then stays as it was.
public func expect<Value: Equatable>(
  _ value: inout Value,
  fileID: String = #fileID,
  line: Int = #line,
  by reduce: (inout Value) throws -> Void,
  changes change: (inout Value) throws -> Void = { _ in }
) throws {
  try expectChange(of: &value, by: nil, at: TestPlace(fileID, line), reduce, change)
}

/// The same of a feature that is reduced with something around it that it changes, such as what gives out ids.
///
///     try expect(&cart, in: &ids) { try $0.reduce(.add("Tea"), ids: &$1) } changes: { cart, ids in
///       cart.lines = [1: "Tea"]
///       ids.last = 1
///     }
///
/// - Parameters:
///   - value: The value; it is then what `reduce` made of it.
///   - context: The context around the value; it is then what `reduce` made of it, too.
///   - fileID: The file of the test, which the error names.
///   - line: The line, too.
///   - reduce: Changes both.
///   - change: Turns both as they were before into what is expected; without it, nothing may change.
/// - Throws: `UnexpectedChange` when something else came out; what `reduce` throws. Both then stay as they were.
public func expect<Value: Equatable, Context: Equatable>(
  _ value: inout Value,
  in context: inout Context,
  fileID: String = #fileID,
  line: Int = #line,
  by reduce: (inout Value, inout Context) throws -> Void,
  changes change: (inout Value, inout Context) throws -> Void = { _, _ in }
) throws {
  var both = ValueInContext(value: value, context: context)
  try expectChange(of: &both, by: nil, at: TestPlace(fileID, line)) {
    try reduce(&$0.value, &$0.context)
  } _: {
    try change(&$0.value, &$0.context)
  }
  (value, context) = (both.value, both.context)
}

/// Under these names a difference is shown.
private struct ValueInContext<Value: Equatable, Context: Equatable>: Equatable {
  var value: Value
  var context: Context
}

/// - Parameter action: The action that the error names; nil where it has no name.
func expectChange<Value: Equatable>(
  of value: inout Value,
  by action: Any?,
  at place: TestPlace,
  _ reduce: (inout Value) throws -> Void,
  _ change: (inout Value) throws -> Void
) throws {
  let action = action ?? "The change"
  var (result, again, expected) = (value, value, value)
  try reduce(&result)
  try reduce(&again)
  if let error = UnexpectedChange.unrepeatable(action, once: result, again: again, at: place) { throw error }
  try change(&expected)
  if let error = UnexpectedChange(of: action, from: value, to: result, not: expected, at: place) {
    throw error
  }
  value = result
}
