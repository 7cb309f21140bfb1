extension TypeDeclaration {
  /// The extension that describes the type.
  ///
  /// - Parameters:
  ///   - name: The type's name, with those of the types that it lies in.
  ///   - described: The arguments of `@Described`.
  /// - Throws: ``Unreadable`` for what has to be described by hand.
  func description(of name: String, described: [Attribute.Argument] = []) throws(Unreadable) -> String {
    func extending(_ conformance: String, _ members: [String]) -> String {
      block("extension \(name): \(conformance)", members).joined(separator: "\n")
    }
    if isEnum {
      if let argument = described.first {
        throw Unreadable(
          "@Described(\(argument.label ?? "")) is for structs: describe an enum with removed cases by hand"
        )
      }
      return try isRaw ? extending("DescribedLeaf", []) : extending("DescribedCases", describedCases())
    }
    var members: [String] = []
    if !isFilledIn, let field = fields.first(where: \.isTransient) {
      throw Unreadable(
        """
        '\(field.name)' would be lost whenever the initialiser makes another value: give all properties of \(name) a value to begin \
        with, and make none of them a constant or observed, or move '\(field.name)' to another type
        """,
        at: field.offset
      )
    }
    if !isFilledIn, !hasFieldsInitializer {
      let lines = try eachMember { (field) throws(Unreadable) in
        field.isLeftOut ? nil : "self.\(field.name) = try fields[\\.\(field.name)]"
      }
      members += block("\(visibly)init(_ fields: FieldValues<Self>) throws", lines)
    }
    var lines = try eachMember { (field) throws(Unreadable) in try field.line }
    if !described.isEmpty { lines.append("field.removed(\(described.map(\.value).joined(separator: ", ")))") }
    members += block("\(visibly)static func describe(_ field: inout Fields<Self>)", lines)
    return extending(isFilledIn ? "Described" : "DescribedByInitializer", members)
  }

  /// The word before a member that is as visible as the type.
  private var visibly: String {
    if isInPrivate || access == "private" || access == "fileprivate" { return "fileprivate " }
    return access == "public" || access == "package" ? "\(access ?? "") " : ""
  }

  private var fields: [Field] {
    members.compactMap { if case .field(let field) = $0 { field } else { nil } }
  }

  /// Whether values are made by filling in fields; else each has to be given all of them.
  private var isFilledIn: Bool {
    let stored = fields.filter { !$0.isLeftOut }
    guard stored.allSatisfy({ !$0.isLet && !$0.hasObserver }) else { return false }
    if initializers.isEmpty { return stored.allSatisfy(\.hasDefault) }
    return initializers.contains { $0.filter { !$0.isWhitespace } == "init()" }
  }

  private var hasFieldsInitializer: Bool { initializers.contains { $0.contains("FieldValues<") } }

  /// A line for each field, and those about conditions between them.
  private func eachMember(_ line: (Field) throws(Unreadable) -> String?) throws(Unreadable) -> [String] {
    var lines: [String] = []
    for member in members {
      switch member {
      case .field(let field): if let line = try line(field) { lines.append(line) }
      case .condition(let text): lines.append(text)
      case .oneCase: break
      }
    }
    return lines
  }

  // MARK: Enums

  /// An enum of raw values is written as those.
  private var isRaw: Bool {
    let raw: Set = [
      "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "String",
      "Character",
      "Double", "Float",
    ]
    return inherited.first.map(raw.contains) ?? false
  }

  private func describedCases() throws(Unreadable) -> [String] {
    var lines: [String] = []
    for member in members {
      switch member {
      case .oneCase(let oneCase): lines.append(try oneCase.line)
      case .condition(let text): lines.append(text)
      case .field: break
      }
    }
    return block("\(visibly)static func describe(_ oneOf: inout Cases<Self>)", lines)
  }
}

extension TypeDeclaration.Field {
  /// Whether it is in no file: what follows from other fields, a constant of the type's own, what is computed once, and what is
  /// transient.
  fileprivate var isLeftOut: Bool {
    isLazy || (isLet && hasDefault) || isTransient || attributes.contains { $0.name == "Derived" }
  }

  fileprivate var isTransient: Bool { attributes.contains { $0.name == "Transient" } }

  /// The line that describes it.
  fileprivate var line: String? {
    get throws(Unreadable) {
      if isLazy { return "field.derived(\("$__lazy_storage_$_\(plain(name))".quoted))" }
      if isTransient { return "field.transient(\(plain(name).quoted))" }
      if isLeftOut { return "field.derived(\(plain(name).quoted))" }
      let told = try FieldArguments(attributes, at: offset)
      var arguments = [told.name ?? plain(name).quoted, "\\.\(name)"]
      if let value = told.missing { arguments.append("missing: \(value)") }
      if let rule = told.merging { arguments.append("merging: \(rule)") }
      if !told.formerly.isEmpty { arguments.append("formerly: \(told.formerly.joined(separator: ", "))") }
      return "field(\(arguments.joined(separator: ", ")))"
    }
  }
}

extension TypeDeclaration.Case {
  /// The line that describes it.
  fileprivate var line: String {
    get throws(Unreadable) {
      let told = try FieldArguments(attributes, at: offset)
      if told.missing != nil || told.merging != nil {
        throw Unreadable(
          "@Field of a case takes a name and former names: describe the enum by hand for more",
          at: offset
        )
      }
      let parts = labels.enumerated().map { plain($1 ?? "_\($0)").quoted }
      let names = labels.indices.map { "part\($0)" }
      let labels = labels.map { $0.map(label) }
      let labelled = labels.map { $0.map { "\($0):" } ?? "_:" }.joined()
      let made =
        labels.isEmpty
        ? "{ .\(name) }" : labels.contains { $0 != nil } ? "Self.\(name)(\(labelled))" : "Self.\(name)"
      let taken = zip(labels, names).map { label, name in "\(label.map { "\($0): " } ?? "")let \(name)" }
      let pattern = labels.isEmpty ? ".\(name)" : ".\(name)(\(taken.joined(separator: ", ")))"
      let result = names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))"
      var arguments = [told.name ?? plain(name).quoted] + parts + ["as: \(made)"]
      if !told.formerly.isEmpty { arguments.append("formerly: \(told.formerly.joined(separator: ", "))") }
      return
        "oneOf(\(arguments.joined(separator: ", "))) { if case \(pattern) = $0 { \(result) } else { nil } }"
    }
  }
}

/// The arguments of `@Field`.
private struct FieldArguments {
  var name: String?
  var missing: String?
  var merging: String?
  var formerly: [String] = []

  init(_ attributes: [Attribute], at offset: Int) throws(Unreadable) {
    var label: String?
    for argument in attributes.filter({ $0.name == "Field" }).flatMap(\.arguments) {
      label = argument.label ?? label
      switch label {
      case nil: name = argument.value
      case "missing": missing = argument.value
      case "merging": merging = argument.value
      case "formerly": formerly.append(argument.value)
      default: throw Unreadable("@Field knows no '\(label ?? "")'", at: offset)
      }
    }
  }
}

/// A name without backticks, as files have it.
private func plain(_ name: String) -> String { name.filter { $0 != "`" } }

/// A label as it is best written: few words need backticks there.
private func label(_ name: String) -> String {
  let plain = plain(name)
  return ["inout", "var", "let"].contains(plain) ? name : plain
}

/// A head with lines in braces; conditions stand at the margin.
private func block(_ head: String, _ lines: [String]) -> [String] {
  let body = lines.map { $0.hasPrefix("#") ? $0 : "  \($0)" }
  return ["\(head) {"] + body + ["}"]
}

extension String {
  fileprivate var quoted: String { "\"\(self)\"" }
}
