/// A struct or an enum, as far as a description needs it.
struct TypeDeclaration {
  var name = ""
  /// `public`, `package` and the like; nil where nothing is said.
  var access: String?
  /// Whether it lies in a type that is private to a file.
  var isInPrivate = false
  var isEnum = false
  /// The types behind the colon.
  var inherited: [String] = []
  var members: [Member] = []
  /// The parameters of its initialisers, as they are written.
  var initializers: [String] = []

  enum Member: Equatable {
    case field(Field)
    case oneCase(Case)
    /// A line such as `#if DEBUG`: the members up to the next such line depend on it.
    case condition(String)
  }

  /// A stored property.
  struct Field: Equatable {
    /// With backticks where it has them.
    var name: String
    var isLet: Bool
    /// Whether it has a value without being given one.
    var hasDefault: Bool
    var hasObserver: Bool
    var isLazy: Bool
    var attributes: [Attribute]
    var offset: Int
  }

  /// A case of an enum.
  struct Case: Equatable {
    var name: String
    /// The labels of the values that it carries; nil for one without a label.
    var labels: [String?]
    var attributes: [Attribute]
    var offset: Int
  }

  /// Reads a declaration.
  ///
  /// - Parameters:
  ///   - source: The declaration.
  ///   - context: The types that it lies in, without their members.
  /// - Throws: ``Unreadable`` for what is neither a struct nor an enum, and for a member that has to be described by hand.
  init(_ source: String, in context: [String] = []) throws(Unreadable) {
    // The innermost comes first.
    for (place, outer) in context.enumerated() {
      let access = try Self.access(of: outer)
      if access == "private", place + 1 < context.count { try Self.refusePrivate() }
      if access == "private" || access == "fileprivate" { isInPrivate = true }
    }
    var reader = try TokenReader(source)
    let head = try reader.prefix()
    access = head.modifiers.first(where: Self.accessWords.contains)
    if access == "private", !context.isEmpty { try Self.refusePrivate(at: reader.next?.offset) }
    guard let keyword = reader.next, ["struct", "enum"].contains(keyword.text) else {
      throw Unreadable(
        "@Described is for a struct or an enum: make a class a struct",
        at: reader.next?.offset
      )
    }
    isEnum = keyword.text == "enum"
    reader.place += 1
    name = reader.next?.text ?? ""
    reader.place += 1
    while reader.isNext("<") { try reader.skipOne() }
    if reader.skip(":") {
      var start = reader.place
      while let token = reader.next, token.text != "{", token.text != "where" {
        if token.text == "," {
          inherited.append(reader.source(start..<reader.place))
          start = reader.place + 1
        }
        try reader.skipOne()
      }
      inherited.append(reader.source(start..<reader.place))
    }
    while let token = reader.next, token.text != "{" { try reader.skipOne() }
    guard reader.skip("{") else { throw Unreadable("@Described finds no body of \(name)") }
    while !reader.skip("}") { try readMember(&reader) }
  }

  private static func access(of source: String) throws(Unreadable) -> String? {
    var reader = try TokenReader(source)
    return try reader.prefix().modifiers.first(where: accessWords.contains)
  }

  private static func refusePrivate(at offset: Int? = nil) throws(Unreadable) {
    throw Unreadable(
      "@Described writes an extension, and a type that is private in another type has none: make it fileprivate",
      at: offset
    )
  }

  private static let accessWords: Set = ["public", "package", "internal", "fileprivate", "private", "open"]

  private mutating func readMember(_ reader: inout TokenReader) throws(Unreadable) {
    if reader.skip(";") { return }
    if reader.isNext("#"), let word = reader.token(after: 1), Self.conditions.contains(word.text) {
      let start = reader.place
      reader.place += 2
      while let token = reader.next, !token.hasNewlineBefore { reader.place += 1 }
      members.append(.condition(reader.source(start..<reader.place)))
      return
    }
    let head = try reader.prefix()
    let offset = reader.next?.offset ?? 0
    switch reader.next?.text {
    case "var", "let":
      let isLet = reader.isNext("let")
      reader.place += 1
      if head.modifiers.contains("static") || head.modifiers.contains("class") {
        return try reader.skipToNextMember()
      }
      try readFields(&reader, head, isLet: isLet)
    case "case" where isEnum:
      reader.place += 1
      try readCases(&reader, head.attributes)
    case "init":
      let start = reader.place
      while let token = reader.next, token.text != "(" { try reader.skipOne() }
      try reader.skipOne()
      initializers.append(reader.source(start..<reader.place))
      try reader.skipToNextMember()
    case nil: throw Unreadable("@Described finds no end of \(name)", at: offset)
    default:
      reader.place += 1
      try reader.skipToNextMember()
    }
  }

  private static let conditions: Set = ["if", "elseif", "else", "endif"]

  /// Reads the properties of one `var` or `let`.
  private mutating func readFields(_ reader: inout TokenReader, _ head: MemberHead, isLet: Bool)
    throws(Unreadable)
  {
    var read: [Field] = []
    // In `var x, y: Int?` the type is that of both.
    var untyped: [Int] = []
    repeat {
      guard let name = reader.next, name.kind == .word else {
        let message = "@Described reads one name at a time: write a var for each"
        throw Unreadable(message, at: reader.next?.offset)
      }
      reader.place += 1
      var field = Field(
        name: name.text,
        isLet: isLet,
        hasDefault: false,
        hasObserver: !head.attributes.allSatisfy(\.isOfThisPackage),
        isLazy: head.modifiers.contains("lazy"),
        attributes: head.attributes,
        offset: name.offset
      )
      var isComputed = false
      untyped.append(read.count)
      if reader.skip(":") {
        let start = reader.place
        while let token = reader.next, ![",", "=", "{", "}", ";"].contains(token.text), !reader.isAtMember {
          try reader.skipOne()
        }
        let type = reader.source(start..<reader.place)
        field.hasDefault = !isLet && (type.hasSuffix("?") || type.hasPrefix("Optional<"))
        for place in untyped.dropLast() where field.hasDefault { read[place].hasDefault = true }
        untyped = []
      }
      if reader.skip("=") {
        (field.hasDefault, untyped) = (true, [])
        while let token = reader.next, ![",", "}", ";"].contains(token.text), !reader.isAtMember {
          if token.text == "{", reader.isObserver { break }
          try reader.skipOne()
        }
      }
      if reader.isNext("{") {
        if reader.isObserver { field.hasObserver = true } else { isComputed = true }
        try reader.skipOne()
      }
      if !isComputed { read.append(field) }
    } while reader.skip(",")
    members += read.map { .field($0) }
  }

  private mutating func readCases(_ reader: inout TokenReader, _ attributes: [Attribute]) throws(Unreadable) {
    repeat {
      guard let name = reader.next, name.kind == .word else {
        throw Unreadable("@Described finds no name of this case", at: reader.next?.offset)
      }
      reader.place += 1
      var oneCase = Case(name: name.text, labels: [], attributes: attributes, offset: name.offset)
      if reader.isNext("("), let start = reader.next.map({ _ in reader.place + 1 }) {
        try reader.skipOne()
        oneCase.labels = try reader.labels(start..<reader.place - 1)
      }
      if reader.skip("=") {
        while let token = reader.next, ![",", "}", ";"].contains(token.text), !reader.isAtMember {
          try reader.skipOne()
        }
      }
      members.append(.oneCase(oneCase))
    } while reader.skip(",")
  }
}

/// The attributes and modifiers before a declaration.
struct MemberHead: Equatable {
  var attributes: [Attribute] = []
  var modifiers: [String] = []
}

/// An attribute as it is written: `@Field(formerly: "text")`.
struct Attribute: Equatable {
  var name: String
  /// The arguments in its parentheses.
  var arguments: [Argument] = []

  struct Argument: Equatable {
    var label: String?
    var value: String
  }

  /// Attributes of the compiler's own and of this package change nothing about how a property is stored.
  var isOfThisPackage: Bool {
    ["Field", "Derived", "Transient", "available", "usableFromInline"].contains(name)
  }

  init(_ source: String) throws(Unreadable) {
    var reader = try TokenReader(source)
    self = try reader.attribute()
  }

  fileprivate init(named name: String, _ arguments: [Argument]) {
    (self.name, self.arguments) = (name, arguments)
  }
}

extension TokenReader {
  fileprivate static let modifiers: Set = [
    "public", "package", "internal", "fileprivate", "private", "open", "static", "class", "final", "lazy",
    "weak",
    "unowned", "nonisolated", "mutating", "nonmutating", "override", "required", "convenience", "indirect",
    "dynamic",
    "borrowing", "consuming", "isolated", "optional",
  ]

  private static let introducers: Set = [
    "var", "let", "func", "init", "deinit", "subscript", "struct", "enum", "class", "actor", "protocol",
    "typealias",
    "associatedtype", "case", "extension", "import", "operator", "precedencegroup", "macro",
  ]

  /// Reads the attributes and modifiers before a declaration.
  mutating func prefix() throws(Unreadable) -> MemberHead {
    var head = MemberHead()
    while let token = next {
      if token.text == "@" {
        head.attributes.append(try attribute())
      } else if token.kind == .word, Self.modifiers.contains(token.text), !isKeywordOfType {
        head.modifiers.append(token.text)
        place += 1
        // private(set), unowned(unsafe)
        if isNext("("), next?.hasSpaceBefore == false {
          let start = place
          try skipOne()
          head.modifiers[head.modifiers.count - 1] += source(start..<place)
        }
      } else {
        break
      }
    }
    return head
  }

  /// `class` is a modifier before `var` and `func`, and else a type.
  private var isKeywordOfType: Bool {
    isNext("class") && !["var", "func", "subscript"].contains(token(after: 1)?.text)
  }

  fileprivate mutating func attribute() throws(Unreadable) -> Attribute {
    place += 1
    var name = next?.text ?? ""
    place += 1
    while isNext("."), next?.hasSpaceBefore == false, let part = token(after: 1) {
      name = part.text  // Strata.Field is Field.
      place += 2
    }
    while isNext("<") { try skipOne() }
    guard isNext("("), next?.hasSpaceBefore == false else { return Attribute(named: name, []) }
    let start = place + 1
    try skipOne()
    return Attribute(named: name, try arguments(start..<place - 1))
  }

  /// Ranges of tokens with commas between them.
  private func parts(_ range: Range<Int>) throws(Unreadable) -> [Range<Int>] {
    var reader = self
    reader.place = range.lowerBound
    var (parts, start): ([Range<Int>], Int) = ([], range.lowerBound)
    while reader.place < range.upperBound {
      if reader.isNext(",") {
        parts.append(start..<reader.place)
        start = reader.place + 1
        reader.place += 1
      } else {
        try reader.skipOne()
      }
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }

  private func arguments(_ range: Range<Int>) throws(Unreadable) -> [Attribute.Argument] {
    try parts(range).map { part in
      let hasLabel =
        part.count > 2 && tokens[part.lowerBound].kind == .word && tokens[part.lowerBound + 1].text == ":"
      let value = hasLabel ? part.dropFirst(2) : part[...]
      return Attribute.Argument(
        label: hasLabel ? tokens[part.lowerBound].text : nil,
        value: source(value.startIndex..<value.endIndex)
      )
    }
  }

  /// The labels of what a case carries.
  fileprivate func labels(_ range: Range<Int>) throws(Unreadable) -> [String?] {
    try parts(range).map { part in
      guard part.count > 2, tokens[part.lowerBound].kind == .word else { return nil }
      let isLabel = tokens[part.lowerBound + 1].text == ":" || tokens[part.lowerBound + 1].kind == .word
      return isLabel && tokens[part.lowerBound].text != "_" ? tokens[part.lowerBound].text : nil
    }
  }

  /// Whether a line begins with what can only be the next member.
  fileprivate var isAtMember: Bool {
    guard let next, next.hasNewlineBefore else { return false }
    if next.text == "@" { return true }
    if next.text == "#" { return ["if", "elseif", "else", "endif"].contains(token(after: 1)?.text) }
    return next.kind == .word && (Self.introducers.contains(next.text) || Self.modifiers.contains(next.text))
  }

  /// Whether a block is about the changes of a property.
  fileprivate var isObserver: Bool {
    var distance = 1
    while token(after: distance)?.text == "@" { distance += 2 }
    return ["didSet", "willSet"].contains(token(after: distance)?.text)
  }

  /// Skips the rest of a member.
  fileprivate mutating func skipToNextMember() throws(Unreadable) {
    while let token = next, token.text != "}", token.text != ";", !isAtMember { try skipOne() }
  }
}
