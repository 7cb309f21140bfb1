import Measuring
import PersistentCollections

var suite = Suite("TextSpeed", sizes: [1_000, 1_000_000, 10_000_000], quickSizes: [1_000])
suite.ownOptions = [Options.Own("--trace", "FILE", "replay a recorded session, as the workload trace")]
suite.add(
  "keystroke",
  "insert a letter into a text of n bytes, beside the last one and at random, versions kept; the same in a store, each a step"
) {
  run in
  Keystrokes(run, PersistentText.self).record()
  Keystrokes(run, String.self).record()
  Keystrokes(run, LineArray.self).record()
  try SentKeystrokes(run, PersistentText.self).record()
  try SentKeystrokes(run, String.self).record()
}
suite.add("find", "find a random place by its line, offset in UTF-16, and number of characters") { run in
  FindingRun(run).record()
}
suite.add("read", "go through all characters and bytes, and make a string of them") { run in
  ReadingRun(run).record()
}
suite.add("trace", "replay the session of --trace FILE, whatever n is, every version kept") { run in
  if let file = run.own["--trace"] { try ReplayRun(run, file: file).record() }
}
Heap.warm(bytes: 1 << 29)
suite.main()
