// The compiler starts this program and asks it to expand `@Described`. It answers until the compiler closes the pipe.

import Foundation

let conversation = CompilerConversation(reading: .standardInput, writing: .standardOutput)
do {
  while let request = try conversation.next() { try conversation.answer(request.answer) }
} catch {
  // The compiler reports that the plugin ended, and this line.
  FileHandle.standardError.write(Data("StrataMacros: \(error)\n".utf8))
  exit(1)
}
