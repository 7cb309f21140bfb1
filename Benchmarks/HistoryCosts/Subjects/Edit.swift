/// One change that a person makes, said so that every subject understands it and every strategy is given the same.
struct Edit: Sendable {
  /// The kind of the change, and the keys that it is made at.
  enum Change: Sendable {
    /// A box is ticked or unticked: the smallest change of one item.
    case tick(Int, Bool)
    /// An item is called ``Edit/text``.
    case retitle(Int)
    /// Many items are put into one category.
    case file([Int], under: Int)
    /// Something is dragged a little further.
    case slide(Int)
    /// An item that is called ``Edit/text`` comes in under a key.
    case insert(Int)
    /// An item goes.
    case remove(Int)
  }

  var change: Change
  /// No other edit of a script has the same number.
  var number: Int
  /// The text that is written, if the edit writes any.
  var text = ""
  /// The name of the step in a menu.
  var label = ""
  /// Whether it goes on with the gesture that the edit before it was part of.
  var isContinued = false
  /// Whether it is part of a gesture at all: a word that is typed, a thing that is dragged.
  var isGesture = false
}
