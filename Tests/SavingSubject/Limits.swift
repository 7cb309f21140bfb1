import Platform
import StrataCore
import StrataStorage

#if canImport(Darwin)
  private let (descriptors, threads, memory) = (RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_AS)
#else
  // The numbers of Linux, whose header hides a name.
  private let (descriptors, threads, memory): (Int32, Int32, Int32) = (7, 6, 9)
#endif

/// Adds three entries to a store, saves and closes it where the system gives little of something; prints each id when it is
/// acknowledged, what failed in the background, and that the store was closed.
///
/// - Parameters:
///   - kind: What there is little of: descriptors; threads, for which the superuser's process becomes another user; or
///     bytes of memory.
///   - limit: How many of them the process may have; of bytes, beyond those that it has.
func runLimited(_ path: String, _ kind: String, _ limit: UInt) throws {
  // A test that waits for a process that hangs would never end.
  alarm(300)
  var limits = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
  switch kind {
  case "descriptors": setrlimit(descriptors, &limits)
  case "threads":
    if geteuid() == 0 { become(65534) }
    setrlimit(threads, &limits)
  default:
    #if !canImport(Darwin)
      limits.rlim_cur += rlim_t(try bytes(called: "VmSize"))
    #endif
    limits.rlim_max = limits.rlim_cur
    setrlimit(memory, &limits)
  }
  var options = OpeningOptions()
  (options.sync, options.pacing) = (.interval(.milliseconds(1)), AutosavePacing(delay: .milliseconds(1)))
  let durable = try DurableStore(at: path, undoing: \Entries.texts, startingWith: Entries(), options: options)
  for number in 0..<3 {
    try durable.store.send("entry \(number)")
    say("\(durable.store.state.lastID)")
  }
  if let failure = durable.failure { say("\(failure)") }
  try durable.flush()
  try durable.store.undo()
  try durable.close()
  say("closed")
}
