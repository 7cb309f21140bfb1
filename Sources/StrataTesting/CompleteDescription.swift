import Strata

/// Sees to it that a value's description tells every field, under the name that `Codable` gives it.
///
///     try expectCompleteDescription(of: AppState.example)
///
/// What is not described is not compared, and is in no patch, so a forgotten field is one that undo loses. The records
/// inside are looked at, too, as far as the value has some: give it one of everything.
///
/// - Parameters:
///   - value: A value of the type to check, with something in every optional and collection.
///   - exceptions: Names of fields that are left out on purpose, such as caches.
/// - Throws: `IncompleteDescription`, whose description names what is missing, and what to do.
public func expectCompleteDescription(of value: some Described, except exceptions: Set<String> = []) throws {
  var check = DescriptionCheck(exceptions: exceptions)
  check.look(at: value)
  guard check.problems.isEmpty else { throw IncompleteDescription(problems: check.problems) }
}

/// A description does not tell all that there is to tell.
public struct IncompleteDescription: Error, Equatable, CustomStringConvertible {
  /// One thing that is wrong with a description.
  public enum Problem: Hashable, Sendable {
    /// A stored field is not described.
    case forgotten(field: String, type: String)
    /// A field is described twice.
    case twice(name: String, type: String)
    /// `Codable` does not write a field under the name that the description has, or does not write it at all.
    case notCoded(name: String, type: String)
    /// `Codable` writes something under a name that the description does not have.
    case onlyCoded(name: String, type: String)
  }

  /// Everything that is wrong.
  public let problems: [Problem]

  /// A line for everything that is wrong, with what to do.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}

extension IncompleteDescription.Problem: CustomStringConvertible {
  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .forgotten(let field, let type):
      "\(type) does not describe '\(field)': add field(\"\(field)\", \\.\(field)), or name it as an exception."
    case .twice(let name, let type):
      "\(type) describes '\(name)' twice: give each field a name of its own."
    case .notCoded(let name, let type):
      "\(type) describes '\(name)', which Codable does not write: use the name of its coding key."
    case .onlyCoded(let name, let type):
      "\(type) writes '\(name)' by Codable and does not describe it: describe the field under this name."
    }
  }
}

/// Goes through a value and compares what its types say of themselves.
private struct DescriptionCheck {
  let exceptions: Set<String>
  private(set) var problems: [IncompleteDescription.Problem] = []
  /// Types that were looked at: one value of each is enough.
  private var known: Set<ObjectIdentifier> = []

  init(exceptions: Set<String>) {
    self.exceptions = exceptions
  }

  mutating func look(at value: Any) {
    if let described = value as? any Described { check(described) }
    for child in Mirror(reflecting: value).children { look(at: child.value) }
  }

  private mutating func check<Value: Described>(_ value: Value) {
    guard known.insert(ObjectIdentifier(Value.self)).inserted, let fields = Value._shape.fields else {
      return
    }
    let type = "\(Value.self)"
    let described = Set(fields.map(\.name))
    // A description may use other names than the properties have; the key paths know.
    let properties = Set(fields.map { property(of: $0.path) ?? $0.name })
    for field in Mirror(reflecting: value).children.compactMap(\.label) where !exceptions.contains(field) {
      if !properties.contains(field) { problems.append(.forgotten(field: field, type: type)) }
    }
    for (name, next) in zip(fields.map(\.name), fields.map(\.name).dropFirst()) where name == next {
      problems.append(.twice(name: name, type: type))
    }
    guard let coded = CodingNames.names(of: value) else { return }
    let absent = Set(Mirror(reflecting: value).children.filter { isNil($0.value) }.compactMap(\.label))
    for name in described.subtracting(coded).subtracting(absent).sorted() {
      problems.append(.notCoded(name: name, type: type))
    }
    for name in coded.subtracting(described).subtracting(exceptions).sorted() {
      problems.append(.onlyCoded(name: name, type: type))
    }
  }

  /// The name of the property that a key path leads to, where it tells.
  private func property(of path: AnyKeyPath) -> String? {
    let text = path.debugDescription
    guard text.hasPrefix("\\"), let name = text.split(separator: ".").last else { return nil }
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? String(name) : nil
  }

  private func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }
}
