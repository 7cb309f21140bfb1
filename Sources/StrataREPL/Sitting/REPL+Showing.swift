import Strata
import Workspace

extension REPL {
  /// What a view shows of the workspace, or of its history.
  func shown(_ view: Command.View) throws -> Answer {
    if let answer = try Answer(view, of: store.state) { return answer }
    return switch view {
    case .history(let count): .history(history(last: count))
    case .branches: .branches(Branch.all(of: store.timeline))
    case .differences(let from, let to): .differences(try differences(from: from, to: to))
    case .memory: .memory(MemoryReport(of: store))
    case .limits: .limits(limits)
    case .page, .note, .future, .categories, .bundles, .canvas, .people, .exported, .help: .nothing
    }
  }
}
