/// The paths of the files, from the package's folder.
enum Places {
  static let results = "Benchmarks/Results/history-memory.jsonl"
  static let budget = "Benchmarks/Results/history-memory-budget.jsonl"
  static let picture = "Benchmarks/Results/history-memory.svg"
  static let readme = "README.md"
}
