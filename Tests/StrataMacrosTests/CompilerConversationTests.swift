import Foundation
import Testing

@testable import StrataMacros

@Suite("The conversation with the compiler")
struct CompilerConversationTests {
  /// Messages as Swift 6.3.1 sends them, without the configuration of the build.
  private static let capability = #"{"getCapability":{"capability":{"protocolVersion":7}}}"#
  private static let type =
    #"{"expandAttachedMacro":{"attributeSyntax":{"kind":"attribute","location":{"column":18,"fileID":"x/x.swift","fileName":"x.swift","line":1,"offset":17},"source":"\n@Described"},"conformanceListSyntax":{"kind":"declaration","location":{"column":0,"fileID":"","fileName":"","line":0,"offset":0},"source":"struct Placeholder: Described, DescribedByInitializer, DescribedCases, DescribedLeaf {}"},"declSyntax":{"kind":"declaration","location":{"column":18,"fileID":"x/x.swift","fileName":"x.swift","line":1,"offset":17},"source":"\n@Described\nstruct Note: Equatable {\n  var id = 0\n  @Field(formerly: \"text\") var body = \"\"\n}"},"discriminator":"$s1x4Note9DescribedfMe_","extendedTypeSyntax":{"kind":"type","location":{"column":0,"fileID":"","fileName":"","line":0,"offset":0},"source":"Note"},"lexicalContext":[],"macro":{"moduleName":"StrataMacros","name":"Described","typeName":"DescribedMacro"},"macroRole":"extension"}}"#
  private static let field =
    #"{"expandAttachedMacro":{"attributeSyntax":{"kind":"attribute","location":{"column":13,"fileID":"x/x.swift","fileName":"x.swift","line":4,"offset":66},"source":"\n  @Field(formerly: \"text\") "},"declSyntax":{"kind":"declaration","location":{"column":13,"fileID":"x/x.swift","fileName":"x.swift","line":4,"offset":66},"source":"\n  @Field(formerly: \"text\") var body = \"\""},"discriminator":"$s1x4NoteV4body5FieldfMp_","lexicalContext":[{"kind":"declaration","location":{"column":0,"fileID":"","fileName":"","line":0,"offset":0},"source":"\n@Described\nstruct Note: Equatable {}"}],"macro":{"moduleName":"StrataMacros","name":"Field","typeName":"FieldMacro"},"macroRole":"peer"}}"#

  private func answers(to input: Data) throws -> [String] {
    let (request, reply) = (Pipe(), Pipe())
    try request.fileHandleForWriting.write(contentsOf: input)
    try request.fileHandleForWriting.close()
    let conversation = CompilerConversation(
      reading: request.fileHandleForReading,
      writing: reply.fileHandleForWriting
    )
    while let next = try conversation.next() { try conversation.answer(next.answer) }
    try reply.fileHandleForWriting.close()
    var (rest, found) = (try reply.fileHandleForReading.readToEnd() ?? Data(), [String]())
    while rest.count >= 8 {
      let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
      found.append(String(decoding: rest.dropFirst(8).prefix(length), as: UTF8.self))
      rest = Data(rest.dropFirst(8 + length))
    }
    return found
  }

  private func framed(_ messages: [String]) -> Data {
    messages.reduce(into: Data()) { data, message in
      let length = message.utf8.count
      data += Data((0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }) + Data(message.utf8)
    }
  }

  @Test("Recorded requests are answered")
  func recorded() throws {
    let answers = try answers(to: framed([Self.capability, Self.field, Self.type, ""]))
    #expect(answers.count == 3)
    #expect(answers[0] == #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#)
    #expect(answers[1].contains(#""expandedSource":"""#))
    #expect(answers[2].contains("extension Note: Described {"))
    #expect(answers[2].contains(#"formerly: \"text\")"#))
  }

  @Test("An unknown message is answered, and not waited for")
  func unknown() throws {
    let answers = try answers(to: framed([#"{"expandTheFuture":{"macro":3}}"#]))
    #expect(answers == [#"{"expandMacroResult":{"diagnostics":[]}}"#])
  }

  @Test("A mistake is shown where it stands in the file")
  func mistake() throws {
    let broken = Self.type.replacingOccurrences(of: "var id = 0", with: "var (id, x) = (0, 1)")
    let answers = try answers(to: framed([broken]))
    #expect(answers.first?.contains(#""severity":"error""#) == true)
    // 17 bytes before the source, and 43 in it.
    #expect(answers.first?.contains(#""offset":60"#) == true, "\(answers)")
  }

  @Test("A message that is cut off ends with an error, and garbage too")
  func cutOff() {
    let whole = framed([Self.capability])
    #expect(throws: CompilerConversation.CutOff.self) { try answers(to: whole.dropLast(3)) }
    #expect(throws: CompilerConversation.CutOff.self) { try answers(to: Data(repeating: 0xff, count: 20)) }
    #expect(throws: DecodingError.self) { try answers(to: framed(["[}"])) }
  }
}
