import StrataCore

/// Looks through a log that another description wrote for names that only a newer version of the app knows.
///
/// It looks at every change as a whole, also at what undo does not cover here, and at moments that are over the limit: all of
/// that would be gone once the log is written anew.
struct LogNames {
  /// What the head of a log says that the present description writes.
  let shape: LogShape
  /// The names of the fields that lead to what goes beside the steps.
  var companionPlace: [String]?
  /// How many bytes of memory reading a change may take.
  let memoryLimit: Int
  let check: (Patch) throws(PatchError) -> Void

  /// Looks at what a line says that changed, and at what goes beside it.
  ///
  /// - Throws: ``UnknownField``, and ``OverMemory``.
  func look(at json: UnsafeRawBufferPointer) throws {
    guard let head = RecordHead(json), head.patch != nil || head.companions != nil else { return }
    guard PlainValue.isReadable(json, within: memoryLimit) else { throw OverMemory() }
    do throws(PatchError) {
      if let patch = head.patch { try check(Patch(json: UnsafeRawBufferPointer(rebasing: json[patch]))) }
      if let companions = head.companions, let companionPlace {
        let sides = try CompanionSides(json: json[companions])
        let change = Patch.Node.replaced(old: sides.before, new: sides.after)
        try check(Patch(root: change.outside(companionPlace)))
      }
    } catch {
      // What is wrong otherwise is told where the change is made.
      if let unknown = UnknownField(error) { throw unknown }
    }
  }
}
