import Foundation

/// The compiler's plugin protocol: eight bytes of length, the lowest first, and so many bytes of JSON, both ways.
struct CompilerConversation {
  private let input: FileHandle
  private let output: FileHandle

  init(reading input: FileHandle, writing output: FileHandle) {
    (self.input, self.output) = (input, output)
  }

  /// The next request; nil when the compiler has closed the pipe.
  func next() throws -> CompilerRequest? {
    guard let head = try bytes(8) else { return nil }
    let length = head.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // An empty message comes last.
    if length == 0 { return nil }
    guard length <= UInt64(Self.longest), let body = try bytes(Int(length)) else {
      throw CutOff(length: length)
    }
    return try JSONDecoder().decode(CompilerRequest.self, from: body)
  }

  func answer(_ answer: CompilerAnswer) throws {
    let body = try JSONEncoder().encode(answer)
    let length = UInt64(body.count)
    let head = (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * UInt64($0))) }
    try output.write(contentsOf: Data(head) + body)
  }

  /// Longer than any source file that a compiler takes.
  private static let longest = 1 << 30

  private func bytes(_ count: Int) throws -> Data? {
    var bytes = Data()
    while bytes.count < count {
      guard let more = try input.read(upToCount: count - bytes.count), !more.isEmpty else { return nil }
      bytes += more
    }
    return bytes
  }

  struct CutOff: Error, CustomStringConvertible {
    let length: UInt64
    var description: String { "the compiler ended in the middle of a message of \(length) bytes" }
  }
}

/// A message of the compiler: one of these is there.
struct CompilerRequest: Decodable {
  let getCapability: Capability?
  let expandAttachedMacro: Expansion?

  struct Capability: Decodable {}

  /// A declaration with a macro attached.
  struct Expansion: Decodable {
    let macro: Macro
    let attributeSyntax: Syntax
    let declSyntax: Syntax
    let extendedTypeSyntax: Syntax?
    /// The declarations around this one, without their members.
    let lexicalContext: [Syntax]?
  }

  struct Macro: Decodable {
    /// The type that `#externalMacro` names.
    let typeName: String
  }

  /// A piece of source, and where it is.
  struct Syntax: Decodable {
    let source: String
    let location: Location

    struct Location: Decodable {
      let fileName: String
      let offset: Int
    }
  }

  var answer: CompilerAnswer {
    if getCapability != nil { return CompilerAnswer(getCapabilityResult: .init()) }
    guard let expansion = expandAttachedMacro else {
      // A newer compiler asks for something that this program has no macro for.
      return CompilerAnswer(expandMacroResult: .init(expandedSource: nil, diagnostics: []))
    }
    return CompilerAnswer(expandMacroResult: expansion.result)
  }
}

extension CompilerRequest.Expansion {
  fileprivate var result: CompilerAnswer.Expansion {
    // Attributes of fields are read where the type is.
    guard macro.typeName == "DescribedMacro" else { return .init(expandedSource: "", diagnostics: []) }
    do throws(Unreadable) {
      let type = try TypeDeclaration(declSyntax.source, in: lexicalContext?.map(\.source) ?? [])
      let removed = try Attribute(attributeSyntax.source).arguments
      let name = extendedTypeSyntax?.source ?? type.name
      return .init(expandedSource: try type.description(of: name, described: removed), diagnostics: [])
    } catch {
      let place = declSyntax.location
      let position = CompilerAnswer.Position(
        fileName: place.fileName,
        offset: place.offset + (error.offset ?? 0)
      )
      return .init(expandedSource: nil, diagnostics: [.init(message: error.message, position: position)])
    }
  }
}

/// An answer to the compiler: one of these is there.
struct CompilerAnswer: Encodable {
  var getCapabilityResult: CapabilityResult?
  var expandMacroResult: Expansion?

  struct CapabilityResult: Encodable {
    let capability = Capability()
  }

  struct Capability: Encodable {
    /// The version of the protocol that the messages here are of.
    let protocolVersion = 7
  }

  struct Expansion: Encodable {
    let expandedSource: String?
    let diagnostics: [Diagnostic]
  }

  struct Diagnostic: Encodable {
    let message: String
    let severity = "error"
    let position: Position
    let highlights: [String] = []
    let notes: [String] = []
    let fixIts: [String] = []
  }

  struct Position: Encodable {
    let fileName: String
    let offset: Int
  }
}

/// The reason why a declaration cannot be described, as the compiler shows it.
struct Unreadable: Error, Equatable {
  let message: String
  /// The byte of the declaration's source that it is about.
  let offset: Int?

  init(_ message: String, at offset: Int? = nil) { (self.message, self.offset) = (message, offset) }
}
