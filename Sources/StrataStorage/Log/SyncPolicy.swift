/// When a log waits for the disk.
///
/// With every policy, a change is in the log before any observer sees it, so a process that is killed loses no change. The
/// policy decides which changes a power cut can take.
public enum SyncPolicy: Hashable, Sendable {
  /// Each change is on the disk before `send` returns.
  case everyChange
  /// A power cut takes at most this much time's changes: a sender waits for the disk while an older change is not on it.
  case interval(Duration)
  /// Changes are on the disk when the app asks for it, or when the state is saved.
  case onFlush
}
