// The forms of what `follow` tells. They have a version of their own, which its first line says.
extension JSONForms {
  /// A whole state.
  static let feedState = "{position: POSITION or null, reason: TEXT, state: ANY}"
  /// A change.
  static let feedChange = "{gone?: [COUNT], kind: TEXT, moment?: TOLD, patch: PATCH, position: POSITION}"
  /// What a change tells of a moment.
  static let feedTold = """
    {id: COUNT, author?: TEXT, checkpoint?: TEXT, isOutside?: FLAG, label?: TEXT, merges?: COUNT,
      nanosecondsSince1970?: NUMBER, parent?: COUNT or null, rejects?: [COUNT], takesAgain?: COUNT,
      takesBack?: COUNT}
    """
}
