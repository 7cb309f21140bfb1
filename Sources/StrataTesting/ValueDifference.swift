/// A place at which two values differ.
public struct ValueDifference: Equatable, Sendable {
  /// The way to the place, such as `journal.todos[42].title`; empty for the values themselves.
  public let path: String
  /// The expected value at the place; nil when none was expected.
  public let expected: String?
  /// The actual value at the place; nil when there is none.
  public let actual: String?

  private init(at path: String, expected: String?, actual: String?) {
    // A path begins with a name, not with the dot that leads to it.
    self.path = path.hasPrefix(".") ? String(path.dropFirst()) : path
    (self.expected, self.actual) = (expected, actual)
  }

  func lines(_ names: (expected: String, actual: String)) -> [String] {
    let width = max(names.expected.count, names.actual.count)
    func line(_ name: String, _ text: String?) -> String {
      "    \(String(repeating: " ", count: width - name.count))\(name): \(text ?? "nothing")"
    }
    return [
      "  \(path.isEmpty ? "the value" : path)", line(names.expected, expected), line(names.actual, actual),
    ]
  }
}

extension ValueDifference {
  /// Finds the smallest parts in which two values of one type differ.
  static func between(expected: Any, actual: Any) -> [ValueDifference] {
    var found: [ValueDifference] = []
    collect(expected, actual, at: "", depth: 0, &found)
    return found
  }

  /// Values may contain themselves, by way of a class: deeper than this they are shown whole.
  private static let greatestDepth = 24

  private static func collect(
    _ expected: Any,
    _ actual: Any,
    at path: String,
    depth: Int,
    _ found: inout [ValueDifference]
  ) {
    if areEqual(expected, actual) { return }
    let whole = ValueDifference(at: path, expected: text(expected), actual: text(actual))
    guard depth < greatestDepth, let old = Parts(of: expected), let new = Parts(of: actual),
      old.kind == new.kind
    else {
      if whole.expected != whole.actual { found.append(whole) }
      return
    }
    let count = found.count
    for (name, part) in old.parts {
      if let other = new[name] {
        collect(part, other, at: path + name, depth: depth + 1, &found)
      } else {
        found.append(ValueDifference(at: path + name, expected: text(part), actual: nil))
      }
    }
    for (name, part) in new.parts where old[name] == nil {
      found.append(ValueDifference(at: path + name, expected: nil, actual: text(part)))
    }
    // Parts that look alike in wholes that do not: an object's, for instance, whose identity is what counts.
    if found.count == count, whole.expected != whole.actual { found.append(whole) }
  }

  private static func areEqual(_ left: Any, _ right: Any) -> Bool {
    func compare<Value: Equatable>(_ left: Value) -> Bool { (right as? Value) == left }
    guard let left = left as? any Equatable else { return false }
    return compare(left)
  }

  private static func text(_ value: Any) -> String {
    if let some = Mirror(reflecting: value).optionalContent { return text(some) }
    return String(reflecting: value)
  }

  /// The parts of a value under names that continue a path.
  private struct Parts {
    private(set) var kind = ""
    private(set) var parts: [(name: String, value: Any)] = []
    private var values: [String: Any] = [:]

    subscript(name: String) -> Any? { values[name] }

    /// Takes a value apart; nil when it has no parts, or is best seen whole.
    init?(of value: Any) {
      let mirror = Mirror(reflecting: value)
      if let some = mirror.optionalContent {
        guard let parts = Parts(of: some) else { return nil }
        self = parts
        return
      }
      kind = "\(mirror.subjectType)"
      switch mirror.displayStyle {
      case .enum: return nil
      case .dictionary:
        for child in mirror.children {
          let entry = Array(Mirror(reflecting: child.value).children.prefix(2))
          if entry.count == 2 { add("[\(String(reflecting: entry[0].value))]", entry[1].value) }
        }
      case .set:
        for child in mirror.children { add("[\(String(reflecting: child.value))]", child.value) }
      case .collection:
        for (index, child) in mirror.children.enumerated() { add("[\(index)]", child.value) }
      default:
        if mirror.children.isEmpty { return nil }
        for (index, child) in mirror.children.enumerated() {
          add(".\(child.label ?? "\(index)")", child.value)
        }
      }
    }

    private mutating func add(_ name: String, _ value: Any) {
      // Two keys may be described alike; the second is then known by its place.
      let name = values[name] == nil ? name : "\(name)#\(parts.count)"
      parts.append((name, value))
      values[name] = value
    }
  }
}

extension Mirror {
  /// The value that an optional holds; nil when this is no optional or holds nothing.
  fileprivate var optionalContent: Any? {
    displayStyle == .optional ? children.first?.value : nil
  }
}
