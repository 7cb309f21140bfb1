/// An operation on a strategy, once the type of the strategy is known.
protocol StrategyVisitor {
  associatedtype Result
  func visit<History: HistoryStrategy>(_ history: History.Type) throws -> Result
}

extension Combination {
  /// Hands the type of the strategy, over the type of the subject, to a visitor.
  func open<Visitor: StrategyVisitor>(_ visitor: Visitor) throws -> Visitor.Result {
    switch subject {
    case .journal: try open(visitor, over: Journals.self)
    case .todos: try open(visitor, over: Todos.self)
    case .numbers: try open(visitor, over: Numbers.self)
    case .text: try open(visitor, over: Texts.self)
    }
  }

  private func open<Visitor: StrategyVisitor, S: Subject>(
    _ visitor: Visitor,
    over _: S.Type
  ) throws -> Visitor.Result {
    switch strategy {
    case .deepCopies: try visitor.visit(WholeStates<S, DeepCopying>.self)
    case .copyOnWrite: try visitor.visit(WholeStates<S, CopyingOnWrite>.self)
    case .closures: try visitor.visit(StepLine<S, ClosureEntry<S.Plain>>.self)
    case .commands: try visitor.visit(StepLine<S, CommandEntry<S.Plain>>.self)
    case .stepStacks: try visitor.visit(StepLine<S, StackedSteps<S.Plain>>.self)
    case .snapshots: try visitor.visit(StoreHistory<S, KeepingSnapshots>.self)
    case .attic: try visitor.visit(StoreHistory<S, KeepingAnAttic>.self)
    }
  }
}
