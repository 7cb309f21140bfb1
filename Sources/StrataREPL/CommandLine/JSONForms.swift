/// What answers look like in JSON, for whoever writes scripts.
///
/// A form is a word in capitals, which stands for a value or for another form, or `{name: FORM, …}`, `[FORM]`, or several
/// with `or` between them. A name with a question mark may be missing.
enum JSONForms {
  /// Raised where a form changes so that a script would have to.
  static let version = 1

  /// The one member of an answer, and what it is.
  static let answers: [(name: String, form: String)] = [
    ("page", "{day: DAY, groups: [{category: TEXT or null, todos: [TODO]}], notes: [NOTE]} or null"),
    ("note", "NOTE"), ("future", "[TODO]"),
    ("search", "{count: COUNT, things: [{day: DAY, kind: TEXT, value: TODO or NOTE}]}"),
    ("categories", "[CATEGORY]"), ("bundles", "[BUNDLE]"), ("canvas", "[ANNOTATION]"), ("people", "[PERSON]"),
    (
      "changed",
      """
      {moment: MOMENT, pages: [{day: DAY, isThere: FLAG}], rows: [{kind: TEXT, isThere: FLAG, value: TODO or NOTE or \
      CATEGORY or BUNDLE or ANNOTATION or PERSON}], title: TEXT or null}
      """
    ), ("history", "[STEP]"),
    ("branches", "[{tip: MOMENT, origin: COUNT, steps: COUNT, isPresent: FLAG}]"),
    ("diff", "{from: MOMENT, to: MOMENT, changes: [{path: [TEXT], old?: ANY, new?: ANY, at?: COUNT}]}"),
    (
      "review",
      """
      [{id: COUNT, moment: COUNT, label: TEXT, author: TEXT, path: [TEXT], old?: ANY, new?: ANY, at?: COUNT}]
      """
    ),
    (
      "memory",
      """
      {state: FIELD, steps: COUNT, historyBytes: COUNT or null, shared: NUMBER or null, bytesOfCopies: COUNT, newest: \
      [{moment: MOMENT, made: COUNT}]}
      """
    ),
    ("text", "TEXT"), ("document", "ANY"), ("done", "TEXT"),
    ("help", "[{name: TEXT, usage: TEXT, summary: TEXT, examples: [TEXT]}]"),
  ]

  /// What a line is answered by that failed.
  static let error = "{error: TEXT, file: TEXT or null, line: COUNT}"

  /// The forms that others name.
  static let named: [(name: String, form: String)] = [
    (
      "TODO",
      """
      {id: COUNT, title: TEXT, shouldMigrate: FLAG, start: DAY, ending?: {kind: TEXT, time: TIME}, category?: COUNT, \
      url?: TEXT}
      """
    ), ("NOTE", "{id: COUNT, text: TEXT, time: TIME}"), ("CATEGORY", "{id: COUNT, name: TEXT, color: TEXT}"),
    (
      "BUNDLE",
      """
      {id: COUNT, name: TEXT, shouldMigrate: FLAG, rhythm?: TEXT, todos: [{title: TEXT, category?: COUNT, url?: TEXT}]}
      """
    ), ("ANNOTATION", "{id: COUNT, color: TEXT, position: {x: NUMBER, y: NUMBER}, text: TEXT}"),
    (
      "PERSON",
      """
      {tag: COUNT, name: TEXT, face: {eyes: TEXT, facialHair: TEXT, glasses: FLAG, hairColor: TEXT, hairLength: TEXT}, \
      likes: [TEXT], dislikes: [TEXT]}
      """
    ),
    ("MOMENT", "{\(moment)}"), ("STEP", "{\(moment), isPresent: FLAG, isSaved: FLAG, change?: TEXT}"),
    ("FIELD", "{name: TEXT, nodes: COUNT, bytes: COUNT, fields: [FIELD]}"),
  ]

  private static let moment = """
    id: COUNT, label: TEXT, parent: COUNT or null, secondsSince1970: NUMBER, author?: TEXT, note?: ANY, isOutside?: FLAG, \
    takesBack?: COUNT, takesAgain?: COUNT, rejects?: [COUNT], merges?: COUNT, checkpoint?: TEXT
    """
}
