import StrataCore

/// The way from a whole state to a value in it, as a person writes it: `journal.todos[3].title`.
///
///     let path = ValuePath("journal.todos[3].title")
///     path?.components      // ["journal", "todos", "3", "title"]
///
/// Without the app's types, an entry's key, an element's position and a field's name are all a component, and so
/// `journal["todos"]` is the same way as `journal.todos`. The way to the state itself is a dot.
public struct ValuePath: Hashable, Sendable {
  /// The names, keys and positions on the way.
  public var components: [String]

  /// The way through the given names, keys and positions.
  public init(_ components: [String]) { self.components = components }

  /// The way from the state to itself.
  public static let whole = ValuePath([])

  /// The components of a patch's steps.
  init(along steps: [PathComponent]) { components = steps.map(\.component) }

  /// Whether it leads to what another path leads to, or to something inside that.
  public func isInside(_ other: ValuePath) -> Bool { components.starts(with: other.components) }

  /// Whether one of two paths leads through what the other one leads to.
  public func meets(_ other: ValuePath) -> Bool { isInside(other) || other.isInside(self) }

  func appending(_ component: String) -> ValuePath { ValuePath(components + [component]) }
}

extension ValuePath: LosslessStringConvertible {
  /// Reads what ``description`` gives, and what a person writes; nil for anything else.
  public init?(_ text: String) {
    components = []
    if text.isEmpty || text == "." { return }
    var rest = text.unicodeScalars[...]
    if rest.first == "." { rest.removeFirst() }
    var isFirst = true
    while let next = rest.first {
      if next == "[" {
        guard let component = Self.bracketed(&rest) else { return nil }
        components.append(component)
      } else {
        if next == ".", !isFirst { rest.removeFirst() }
        let name = rest.prefix { $0 != "." && $0 != "[" }
        guard !name.isEmpty else { return nil }
        components.append(String(name))
        rest = rest[name.endIndex...]
      }
      isFirst = false
    }
  }

  /// Returns the component in brackets: a number or name as it is, or a text in quotation marks.
  private static func bracketed(_ rest: inout Substring.UnicodeScalarView) -> String? {
    rest.removeFirst()
    guard rest.first == "\"" else {
      let inner = rest.prefix { $0 != "]" }
      guard !inner.isEmpty, inner.endIndex < rest.endIndex else { return nil }
      rest = rest[rest.index(after: inner.endIndex)...]
      return String(inner)
    }
    var isEscaped = false
    var end = rest.index(after: rest.startIndex)
    while end < rest.endIndex, isEscaped || rest[end] != "\"" {
      isEscaped = !isEscaped && rest[end] == "\\"
      end = rest.index(after: end)
    }
    guard end < rest.endIndex else { return nil }
    let quoted = String(rest[...end])
    guard case .text(let component)? = try? PlainValue(json: Array(quoted.utf8)) else { return nil }
    rest = rest[rest.index(after: end)...]
    guard rest.first == "]" else { return nil }
    rest.removeFirst()
    return component
  }

  /// The path as a person writes it.
  public var description: String {
    if components.isEmpty { return "." }
    var text = ""
    for component in components {
      if Self.isName(component) {
        text += (text.isEmpty ? "" : ".") + component
      } else if component == "*"
        || !component.isEmpty && component.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      {
        text += "[\(component)]"
      } else {
        text += "[\(PlainValue.text(component))]"
      }
    }
    return text
  }

  private static func isName(_ component: String) -> Bool {
    guard let first = component.unicodeScalars.first, first.properties.isXIDStart || first == "_" else {
      return false
    }
    return component.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "-" }
  }
}

extension ValuePath: ExpressibleByStringLiteral {
  /// The path that a text says.
  ///
  /// - Precondition: It is a path.
  public init(stringLiteral text: String) {
    guard let path = ValuePath(text) else { preconditionFailure("'\(text)' is no path") }
    self = path
  }
}

extension PathComponent {
  var component: String {
    switch self {
    case .field(let name): name
    case .key(let key): key.component
    case .position(let position): String(position)
    }
  }
}

extension PlainValue {
  /// The value as it stands in a path, where it is a key.
  var component: String { if case .text(let text) = self { text } else { "\(self)" } }

  /// Returns the value at a path; nil if there is none.
  ///
  /// - Complexity: O(components), and O(*n*) in a map whose keys are no names.
  public func value(at path: ValuePath) -> PlainValue? { value(at: path.components[...]) }

  func value(at components: ArraySlice<String>) -> PlainValue? {
    guard let component = components.first else { return self }
    return member(component)?.value(at: components.dropFirst())
  }

  /// Returns the value under a name or at a position.
  func member(_ component: String) -> PlainValue? {
    switch self {
    case .record(let record): return record[component]
    case .list(let list):
      if let position = Int(component) { return list.indices.contains(position) ? list[position] : nil }
      // A map whose keys are no names is a list of keys and values by turns.
      guard list.count.isMultiple(of: 2) else { return nil }
      return stride(from: 0, to: list.count, by: 2).first { list[$0].component == component }
        .map { list[$0 + 1] }
    default: return nil
    }
  }
}
