extension Completions {
  /// What can stand where the last word of a line has been begun.
  ///
  /// - Parameter moments: The moments that a person may want to go to, the nearest first.
  init(of word: BegunWord, in context: Context, moments: @escaping () -> [Completion]) {
    if !word.isInQuotation {
      let names = Verb.names(behind: word.before.map(\.text), beginningWith: word.text)
      all = names.map { Completion($0) }
    }
    guard !word.before.isEmpty, let verb = try? Verb.named(word.before) else { return }
    let rest = word.before.dropFirst(verb.words.count)
    var (positions, used, pending) = ([String](), Set<String>(), Placeholder?.none)
    for argument in rest {
      if pending != nil {
        pending = nil
      } else if argument.isOption, let option = verb.parts.options.first(where: { $0.name == argument.text })
      {
        used.insert(option.name)
        pending = option.value
      } else {
        positions.append(argument.text)
      }
    }
    // An option of several alternatives is one.
    let options = pending == nil ? unique(verb.parts.options.map(\.name)).filter { !used.contains($0) } : []
    if word.text.hasPrefix("--") && !word.isInQuotation {
      all = options.filter { $0.hasPrefix(word.text) }.map { Completion(option: $0) }
      return
    }
    for kind in pending.map({ [$0] }) ?? verb.parts.next(behind: positions) {
      let source = CompletionSource(context: context, verb: verb, moments: moments)
      add(
        source.completions(of: kind, behind: positions),
        of: kind,
        to: word,
        shownAs: verb.parts.names[kind]
      )
    }
    if word.text.isEmpty && !word.isInQuotation { all += options.map { Completion(option: $0) } }
  }

  private mutating func add(
    _ completions: [Completion],
    of kind: Placeholder,
    to word: BegunWord,
    shownAs name: String?
  ) {
    if kind == .file { areFiles = true }
    let begun = word.text.lowercased()
    all += completions.filter { $0.text.lowercased().hasPrefix(begun) }
    // What was begun may be what the person thinks of themselves.
    if completions.isEmpty && word.text.isEmpty && kind != .file {
      all.append(Completion(hint: "\(name ?? kind.shortNoun): \(kind.hint)"))
    }
  }
}
