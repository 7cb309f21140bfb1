/// The work of a user that a script repeats.
enum Scenario: String, CaseIterable, Codable, Sendable {
  case oneEdit = "one-edit"
  case typing
  case append
  case deleteRestore = "delete-restore"
  case bulk1 = "bulk-1%"
  case bulk10 = "bulk-10%"
  case dragging
  case scattered
  case randomLetters = "random-letters"
  case undoRedo = "undo-redo"
  case branches
  case keystrokes

  var summary: String {
    switch self {
    case .oneEdit: "one of the newest hundred items is ticked, or unticked"
    case .typing: "a title is typed, 24 keystrokes that are one step"
    case .append: "an item comes behind all others"
    case .deleteRestore: "an item anywhere is deleted; the next step brings it back"
    case .bulk1: "one item in a hundred, all over the place, is put into another category"
    case .bulk10: "one item in ten is"
    case .dragging: "something is dragged, 60 moves that are one step"
    case .scattered: "an item anywhere gets another title"
    case .randomLetters: "the same with titles of random letters, of which nothing can be said in fewer bytes"
    case .undoRedo: "an edit anywhere that is undone and redone"
    case .branches: "edits anywhere, of which every other is undone before the next: a branch, or lost"
    case .keystrokes: "letters are typed and taken back, words here and there, each a step"
    }
  }

  /// How many actions a step is made of.
  var strokes: Int {
    switch self {
    case .typing: 24
    case .dragging: 60
    default: 1
    }
  }

  /// The part of all items that a step is about; nil where it is one.
  var share: Int? {
    switch self {
    case .bulk1: 100
    case .bulk10: 10
    default: nil
    }
  }
}
