/// When a log waits for the disk.
///
/// Whatever the policy, a change is in the log before anybody sees it, so a process that is killed loses none. The
/// policy decides what a power cut can take.
public enum SyncPolicy: Hashable, Sendable {
  /// Each change is on the disk before `send` returns.
  case everyChange
  /// Changes are on the disk after this long at the latest.
  case interval(Duration)
  /// Changes are on the disk when somebody asks for it, or when the state is saved.
  case onFlush
}
