/// What a change makes different in the whole state: a hook, a log or an observer that asks first has it looked for, and
/// all others get the same.
final class WholeDifference: @unchecked Sendable {
  // Unchecked for the variable, which is reached under the lock alone. One lock serves all: it is held to copy a reference.
  private static let lock = Lock()
  private var found: Result<Patch, PatchError>?

  /// Returns the difference that was found, or else the one that `find` finds.
  ///
  /// - Throws: What `find` throws, or threw.
  func patch(_ find: () throws(PatchError) -> Patch) throws(PatchError) -> Patch {
    Self.lock.lock()
    let known = found
    Self.lock.unlock()
    if let known { return try known.get() }
    // It runs the app's code, so no lock is held.
    let result: Result<Patch, PatchError>
    do throws(PatchError) { result = .success(try find()) } catch { result = .failure(error) }
    Self.lock.lock()
    found = result
    Self.lock.unlock()
    return try result.get()
  }
}
