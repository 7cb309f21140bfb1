import Strata

/// Looks through a log that another description wrote for names that only a newer version of the app knows.
///
/// It looks at every change as a whole, also at what undo does not cover here, and at moments that are over the limit: all of
/// that would be gone once the log is written anew.
struct LogNames {
  /// What the head of a log says that the present description writes.
  let shape: String?
  /// How many bytes of memory reading a change may take.
  let memoryLimit: Int
  let check: (Patch) throws(PatchError) -> Void

  /// Looks at what a line says that changed.
  ///
  /// - Throws: ``UnknownField``, and ``OverMemory``.
  func look(at json: UnsafeRawBufferPointer) throws {
    guard let patch = RecordHead(json)?.patch else { return }
    let text = UnsafeRawBufferPointer(rebasing: json[patch])
    guard PlainValue.isReadable(text, within: memoryLimit) else { throw OverMemory() }
    do throws(PatchError) {
      try check(Patch(json: text))
    } catch {
      // What is wrong otherwise is told where the change is made.
      if let unknown = UnknownField(error) { throw unknown }
    }
  }
}
