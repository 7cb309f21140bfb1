import Testing

@testable import StrataMacros

@Suite("The description that @Described writes")
struct DescriptionTests {
  /// The lines between the braces, without spaces around them.
  private func lines(_ source: String) throws -> [String] {
    let text = try TypeDeclaration(source).description(of: "A")
    return text.split(separator: "\n").map { line in
      String(line.drop { $0 == " " })
    }.filter { $0 != "}" }
  }

  private let describing = "static func describe(_ field: inout Fields<Self>) {"

  @Test("All variables with values to begin with are filled in")
  func filled() throws {
    let source = """
      @Described public struct A: Equatable {
        var a = 0, b: Int? // a { comment
        public private(set) var c: [String: Int] = [:]
        @Field("dee", missing: [1, 2], merging: .greatest, formerly: "d", "e") var d = [3]
        @available(*, deprecated) var f: Optional<Int>
        var closure: Int = { 3 }()
        var x, y: Double?
        var chain = B()
          .c(1) { $0 }
        var generic = Dictionary<Int, String>()
        var less = 1 < 2, more = 3 > 2
      }
      """
    #expect(
      try lines(source) == [
        "extension A: Described {", "public \(describing)", #"field("a", \.a)"#, #"field("b", \.b)"#,
        #"field("c", \.c)"#,
        #"field("dee", \.d, missing: [1, 2], merging: .greatest, formerly: "d", "e")"#, #"field("f", \.f)"#,
        #"field("closure", \.closure)"#, #"field("x", \.x)"#, #"field("y", \.y)"#,
        #"field("chain", \.chain)"#,
        #"field("generic", \.generic)"#, #"field("less", \.less)"#, #"field("more", \.more)"#,
      ]
    )
  }

  @Test("A transient property is described as such, and only in a type that is filled in field by field")
  func transient() throws {
    #expect(
      try lines("struct A {\n var a = 0\n @Transient private var `b`: Menu? \n}")
        == ["extension A: Described {", describing, #"field("a", \.a)"#, #"field.transient("b")"#]
    )
    for other in ["let c: Int", "var c = 0 { didSet {} }", "var c: Int"] {
      let source = "struct A {\n \(other)\n @Transient var b = 0\n}"
      let error = #expect(throws: Unreadable.self) { try lines(source) }
      #expect(error?.message.contains("'b' would be lost") == true && error?.offset != nil)
    }
  }

  @Test("Computed, static and lazy members are left out, and so are methods and types")
  func leftOut() throws {
    let source = """
      struct A {
        static var none = 0; static let one = 1
        var a = 0
        var b: Int { a }
        var c: Int { get { a } set { a = newValue } }
        private var d: [Int] { return [1, 2].map { $0 } }
        lazy var e = { 3 }()
        func f() -> Int { let g = 3; return g }
        struct Inner { var h = 0 }
        enum Choice { case one, two }
        subscript(i: Int) -> Int { i }
        typealias J = Int
        class func k() {}
        mutating func set(_ value: Int) { a = value }
      }
      """
    #expect(
      try lines(source) == [
        "extension A: Described {", describing, #"field("a", \.a)"#, #"field.derived("$__lazy_storage_$_e")"#,
      ]
    )
  }

  @Test(
    "A constant, an observer, a wrapper or a property without a value asks for an initialiser",
    arguments: [
      "let a: Int", "var a: Int", "var a = 0 { didSet {} }", "@Clamped var a = 0",
      "var a: Int = 0 { willSet { b() } }",
    ]
  )
  func assembled(member: String) throws {
    #expect(
      try lines("struct A { \(member) }") == [
        "extension A: DescribedByInitializer {", "init(_ fields: FieldValues<Self>) throws {",
        #"self.a = try fields[\.a]"#,
        describing, #"field("a", \.a)"#,
      ]
    )
  }

  @Test("An initialiser of the type's own is used where it fits")
  func initializers() throws {
    let own = "struct A { let a: Int; init(_ fields: FieldValues<A>) throws { a = try fields[\\.a] } }"
    #expect(try lines(own) == ["extension A: DescribedByInitializer {", describing, #"field("a", \.a)"#])
    #expect(try lines("struct A { var a: Int; init() { a = 3 } }").first == "extension A: Described {")
    // An initialiser takes away the one without arguments.
    #expect(
      try lines("struct A { var a = 0; init(a: Int) { self.a = a } }").first
        == "extension A: DescribedByInitializer {"
    )
  }

  @Test("Constants with a value and derived properties are told as derived")
  func derived() throws {
    #expect(
      try lines("struct A { let version = 3\n@Derived var index: [Int] = []\nvar a = 0 }") == [
        "extension A: Described {", describing, #"field.derived("version")"#, #"field.derived("index")"#,
        #"field("a", \.a)"#,
      ]
    )
  }

  @Test("Names in backticks are written without them")
  func backticks() throws {
    #expect(try lines("struct A { var `default` = 0 }").last == #"field("default", \.`default`)"#)
    #expect(
      try lines("enum A { case `default`(`in`: Int) }").last
        == #"oneOf("default", "in", as: Self.`default`(in:)) { if case .`default`(in: let part0) = $0 { part0 } else { nil } }"#
    )
  }

  @Test("Generated declarations are as visible as their type")
  func access() throws {
    func first(_ source: String, in context: [String] = []) throws -> String? {
      let text = try TypeDeclaration(source, in: context).description(of: "A")
      return text.split(separator: "\n").dropFirst().first.map { String($0.drop { $0 == " " }) }
    }
    #expect(try first("package struct A { var a = 0 }") == "package \(describing)")
    #expect(try first("private struct A { var a = 0 }") == "fileprivate \(describing)")
    #expect(
      try first("struct A { var a = 0 }", in: ["private struct B: C {}"]) == "fileprivate \(describing)"
    )
    #expect(try first("struct A { var a = 0 }", in: ["private(set) var x = 0"]) == describing)
  }

  @Test("A type that is private in another type is refused, wherever that is")
  func privateInside() {
    for (own, context) in [("private ", ["struct B {}"]), ("", ["private struct C {}", "struct B {}"])] {
      let error = #expect(throws: Unreadable.self) {
        try TypeDeclaration("\(own)struct A { var a = 0 }", in: context)
      }
      #expect(error?.message.contains("fileprivate") == true)
    }
  }

  @Test("Conditions stay around their members")
  func conditions() throws {
    let source =
      "struct A {\n  #if DEBUG && os(Linux)\n  var a = 0\n  #else\n  var b = 0\n  #endif\n  var c = 0\n}"
    #expect(
      try lines(source) == [
        "extension A: Described {", describing, "#if DEBUG && os(Linux)", #"field("a", \.a)"#, "#else",
        #"field("b", \.b)"#,
        "#endif", #"field("c", \.c)"#,
      ]
    )
  }

  @Test("Names of fields that are gone")
  func removed() throws {
    let arguments = try Attribute(#"@Described(removed: "colour", "size")"#).arguments
    let text = try TypeDeclaration("struct A { var a = 0 }").description(of: "A", described: arguments)
    #expect(text.contains(#"field.removed("colour", "size")"#))
  }

  @Test("The cases of an enum, with what they carry")
  func cases() throws {
    let source = """
      enum A<Value>: Equatable where Value: Equatable {
        case none, one(Int)
        @Field("pair", formerly: "two") case both(x: Int, String = "}, case")
        indirect case more(A)
        case named(_ x: Int, y z: Int)
        static let standard = A.none
        var isNone: Bool { if case .none = self { true } else { false } }
      }
      """
    #expect(
      try lines(source) == [
        "extension A: DescribedCases {", "static func describe(_ oneOf: inout Cases<Self>) {",
        #"oneOf("none", as: { .none }) { if case .none = $0 { () } else { nil } }"#,
        #"oneOf("one", "_0", as: Self.one) { if case .one(let part0) = $0 { part0 } else { nil } }"#,
        #"oneOf("pair", "x", "_1", as: Self.both(x:_:), formerly: "two") "#
          + #"{ if case .both(x: let part0, let part1) = $0 { (part0, part1) } else { nil } }"#,
        #"oneOf("more", "_0", as: Self.more) { if case .more(let part0) = $0 { part0 } else { nil } }"#,
        #"oneOf("named", "_0", "y", as: Self.named(_:y:)) "#
          + #"{ if case .named(let part0, y: let part1) = $0 { (part0, part1) } else { nil } }"#,
      ]
    )
  }

  @Test("An enum of raw values is a leaf")
  func raw() throws {
    #expect(try lines("enum A: String, Equatable { case a = \"x\", b }") == ["extension A: DescribedLeaf {"])
  }

  @Test(
    "The error for a type that cannot be described says how to write the type",
    arguments: [
      ("final class A {}", "struct or an enum"), ("actor A {}", "struct or an enum"),
      ("struct A { var (a, b) = (1, 2) }", "a var for each"), ("struct A { var a = 0", "no end"),
      ("enum A { @Field(missing: 1) case a }", "by hand"),
      ("struct A { @Field(colour: 1) var a = 0 }", "'colour'"),
      ("struct A { var a = (1, 2] }", "')'"),
    ]
  )
  func refused(source: String, words: String) {
    let error = #expect(throws: Unreadable.self) { try TypeDeclaration(source).description(of: "A") }
    #expect(error?.message.contains(words) == true, "\(String(describing: error))")
  }
}
