import StrataCore

/// Looks through a log that another description wrote for names that only a newer version of the app knows.
///
/// It looks at every change as a whole, also at what undo does not cover here, and at moments that are over the limit: all of
/// that would be gone once the log is written anew.
struct LogNames {
  /// The shape in the head of a log that the present description writes.
  let shape: LogShape
  /// The names of the fields that lead to what goes beside the steps.
  var restoredPlace: [String]?
  let check: (Patch) throws(PatchError) -> Void

  /// Looks at a change of the whole state, and at what goes beside it.
  ///
  /// - Throws: ``UnknownField``.
  func look(at patch: Patch, _ restoredValues: RestoredValues?) throws {
    do throws(PatchError) {
      try check(patch)
      if case .written(let before, let after)? = restoredValues, let restoredPlace {
        let change = Patch.Node.replaced(old: before, new: after)
        try check(Patch(root: change.outside(restoredPlace)))
      }
    } catch {
      // The place that applies the change reports all other errors.
      if let unknown = UnknownField(error) { throw unknown }
    }
  }
}
