/// An error in the description of a state's types: nothing of such a state is written.
///
/// A description is checked once for each type, when a store, a file or a test first meets it. The check uses reflection on
/// the value to begin with: in a program that was built without reflection metadata, it does not find forgotten fields.
public struct DescriptionError: Error, Hashable, Sendable {
  /// Everything that is wrong.
  public let problems: [Problem]

  /// Makes an error of what is wrong.
  public init(problems: [Problem]) { self.problems = problems }

  /// One thing that is wrong with a description.
  public enum Problem: Hashable, Sendable {
    /// A stored property is not told.
    case forgotten(property: String, type: String)
    /// An initialiser asks for a field that is not told.
    case undescribed(path: String, type: String)
    /// A name is told twice, or for a field and for what another one was called.
    case twice(name: String, type: String)
    /// A property is told under two names.
    case describedTwice(property: String, type: String)
    /// A field has the name of another stored property than the one that it leads to.
    case swapped(name: String, property: String, type: String)
    /// Two fields lie in the same place of the record.
    case overlapping(name: String, other: String, type: String)
    /// Some bytes of a record are of no field, and reflection does not show which property they are of.
    case unseen(bytes: Int, type: String)
    /// A class tells its fields to be filled in: every object would be the one to begin with.
    case filledInClass(type: String)
    /// A value to begin with is not the same as the one before it.
    case notTheSameTwice(field: String, type: String)
    /// The value of a missing field is not the same as the time before.
    case missingNotTheSameTwice(field: String, type: String)
    /// A value is told for a missing field that is optional: none is what a file leaves out.
    case missingIsNone(field: String, type: String)
    /// A value does not come back as it was written.
    case notReadable(field: String, type: String, reason: String)
    /// A field that is filled in is computed, or has an observer or a wrapper.
    case computed(field: String, type: String)
    /// A part that undo is to cover in a store with a log is no field of the description, nor the whole state.
    case undoneElsewhere(path: String, type: String)
    /// A part that undo is to restore as well, in a store with a log, is no field of the description.
    case restoredElsewhere(path: String, type: String)
    /// A transient property lies in what undo covers or restores.
    case transientUndone(property: String, type: String)
    /// A transient property is of a type that is made by an initialiser, which is not given it.
    case transientMadeAnew(property: String, type: String)
  }
}

extension DescriptionError: CustomStringConvertible {
  /// A line for everything that is wrong, with what to do.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension DescriptionError.Problem: CustomStringConvertible {
  /// The problem, and how to solve it.
  public var description: String {
    switch self {
    case .forgotten(let property, let type):
      """
      \(type) does not describe '\(property)': add field("\(property)", \\.\(property)), or field.derived("\(property)") if \
      it follows from the others, or field.transient("\(property)") if nothing is to keep it.
      """
    case .undescribed(let path, let type):
      "the initialiser of \(type) asks for \(path), which \(type) does not describe: describe it as a field."
    case .twice(let name, let type):
      "\(type) tells the name '\(name)' twice: give each field a name of its own."
    case .describedTwice(let property, let type):
      "\(type) describes '\(property)' under two names: leave one of them."
    case .swapped(let name, let property, let type):
      "\(type) describes '\(property)' under the name of '\(name)', which is another property: correct the key path."
    case .overlapping(let name, let other, let type):
      "\(type) describes '\(name)' in the place of '\(other)': leave one of them."
    case .unseen(let bytes, let type):
      """
      \(type) has \(bytes) bytes that no field describes, and does not show by reflection what they are: describe every \
      stored property, or say field.derived of those that follow from the others, and field.transient of those that nothing keeps.
      """
    case .filledInClass(let type):
      """
      \(type) is a class, and its fields would be filled into one object for all: make it a struct, or, with constants \
      alone, DescribedByInitializer.
      """
    case .notTheSameTwice(let field, let type):
      """
      \(type)() has another '\(field)' each time: begin with the same value, and give out ids and times in actions.
      """
    case .missingNotTheSameTwice(let field, let type):
      """
      \(type) has another value for a missing '\(field)' each time: say missing: with a value that is always the same, and \
      give out ids and times in actions.
      """
    case .missingIsNone(let field, let type):
      """
      \(type) has a value for a missing '\(field)', which is optional, and none is written by leaving it out: take missing: \
      away, and give what older files have a value by a Migration.
      """
    case .notReadable(let field, let type, let reason):
      "\(type) cannot be read as it was written: '\(field)': \(reason)"
    case .computed(let field, let type):
      """
      \(type) describes '\(field)', which is computed, or has an observer or a wrapper: describe the stored property, or make \
      \(type) DescribedByInitializer.
      """
    case .undoneElsewhere(let path, let type):
      """
      \(type) does not describe \(path), and a log can keep the history of what is described alone: describe it as a field, \
      or let undo cover the field that it is computed from, or \\.self.
      """
    case .restoredElsewhere(let path, let type):
      """
      \(type) does not describe \(path), and a log can keep what goes along with undo of a field alone: describe it as one, \
      or restore the field that it is computed from.
      """
    case .transientUndone(let property, let type):
      """
      '\(property)' of \(type) is transient, and undo covers the value that it lies in: move it to a part of the state that \
      undoing: and restoring: do not name, or describe it as a field.
      """
    case .transientMadeAnew(let property, let type):
      """
      '\(property)' of \(type) is transient, and is lost whenever the initialiser makes another value: give all properties of \
      \(type) a value to begin with, so that it is filled in, or move '\(property)' to a type that is.
      """
    }
  }
}
