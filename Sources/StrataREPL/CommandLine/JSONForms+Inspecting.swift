extension JSONForms {
  /// What `inspect` answers to each of its commands.
  static let inspected: [(name: String, form: String)] = [
    ("timeline", "{moments: [INSPECTED], present: COUNT, saved: COUNT or null, remarks: [TEXT]}"),
    ("show", "{path: TEXT, value: ANY}"), ("diff", "{from: COUNT, to: COUNT, changes: [DIFFERENCE]}"),
    ("blame", "{path: TEXT, steps: [{moment: INSPECTED, path: TEXT, value: ANY}]}"),
    ("find", "{text: TEXT, found: [{moment: INSPECTED, inWords: FLAG, paths: [TEXT]}]}"), ("at", "INSPECTED"),
    ("stats", "{moments: COUNT, bytes: COUNT, places: [SHARE], authors: [SHARE], largest: [INSPECTED]}"),
    ("page", "{done: TEXT}"), ("help", "{commands: [{form: TEXT, summary: TEXT}]}"),
  ]

  /// What `inspect` answers where a question has no answer, or is none.
  static let inspectError = "{error: TEXT, line?: COUNT}"

  /// The forms that those of `inspect` name.
  static let inspectNamed: [(name: String, form: String)] = [
    (
      "INSPECTED",
      """
      {id: COUNT, label: TEXT, parent: COUNT or null, nanosecondsSince1970: NUMBER, author: TEXT, bytes?: COUNT, \
      checkpoint?: TEXT, isOutside?: FLAG, takesAgain?: COUNT, takesBack?: COUNT, rejects?: [COUNT], merges?: COUNT, note?: ANY}
      """
    ),
    (
      "DIFFERENCE",
      """
      {kind: TEXT, path: TEXT, old?: ANY, new?: ANY, from?: COUNT, lines?: [{kept?: [TEXT], removed?: [TEXT], added?: \
      [TEXT]}]}
      """
    ), ("SHARE", "{name: TEXT, steps: COUNT, bytes: COUNT}"),
  ]
}
