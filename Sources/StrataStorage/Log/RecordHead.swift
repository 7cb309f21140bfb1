import StrataCore

// The JSON of a line. Names are in order, and the patch comes last, so that reading the head of a line ends where the patch
// begins:
//
//     {"after":11,"at":1712000000000000000,"label":"Add Todo","moment":12,"patch":{…}}     a step to a new moment
//     {"after":11,"as":"agent","at":…,"by":"undo","label":…,"moment":13,"of":[9,0,0],"patch":…}  who took it; it switched 9 off
//     {"after":13,"at":…,"by":"switch","label":…,"moment":14,"of":[12,0,3,12,0,4],"patch":…}     two changes of 12 off
//     {"after":13,"at":…,"by":"merge","label":…,"moment":15,"of":9,"own":[{…}],"patch":…}        9 on another branch; a choice
//     {"at":…,"into":12,"label":"Rename Todo","patch":{…}}                                 a step that was added to one
//     {"by":"undo","from":12,"moment":11,"patch":{…}}                                      undo, redo or jump
//     {"by":"undo","moment":11,"patch":{…}}                                                the same, with all that changes
//     {"at":…,"begin":0,"label":"Start","patch":{…}}                                       a new history
//     {"patch":{…}}                                                                        nothing that undo knows
//     {"saved":12}                                                                         the present was saved
//     {"checkpoint":"Before the trip","of":12}                                             the present was given a name
//     {"forget":12}                                                                        all others were forgotten
//
// "gone" lists the moments that were evicted since the line before. "of" has three numbers for each switch, see
// ``StepSwitch``. "own" is a list of one: the step's change beside its switches, in the part that undo covers. "restored"
// has the restored values of undo, before and after the step, or once where both are the same. "note" is a list of one: the
// app's note beside the step. If a movement says the moment that it goes "from", the steps on its way say the changes in
// the part that undo covers, and "patch" has the rest. An import of a hundred thousand todos is in the log once, however
// often it is undone and redone.

/// The part of a line that is about the history, and the ranges of the other parts.
struct RecordHead: Equatable {
  var event = HistoryEvent.nothing
  var evicted: [Moment.ID] = []
  /// The moment that a movement starts from, if the steps on its way say what changes.
  var start: Moment.ID?
  /// The range of the restored values in the JSON, which are a list.
  var restoredValues: Range<Int>?
  /// The range of the patch in the JSON; nil when there is none.
  var patch: Range<Int>?
}

extension RecordHead {
  /// Returns the JSON of a line.
  ///
  /// - Parameters:
  ///   - start: The moment that a movement starts from, if the steps on its way say what changes.
  ///   - restoredValues: The restored values as a list in JSON; nil where there are none.
  ///   - patch: The patch; nil where there is none.
  static func json(
    _ event: HistoryEvent,
    evicted: [Moment.ID] = [],
    from start: Moment.ID? = nil,
    restoredValues: [UInt8]? = nil,
    patch: Patch?
  ) -> BytePieces {
    var json = JSONWriter()
    json.beginRecord()
    switch event {
    case .made(_, let parent, _, let at, let provenance):
      json.write("after", parent.number)
      json.writeAuthor(of: provenance)
      json.write("at", at)
      json.writeOrigin(of: provenance)
    case .extended(_, _, let at): json.write("at", at)
    case .begun(let id, _, let at, let provenance):
      json.writeAuthor(of: provenance)
      json.write("at", at)
      json.write("begin", id.number)
      json.writeOrigin(of: provenance)
    case .moved(let movement, _): json.write("by", movement.word)
    case .nothing, .saved, .named, .forgotten: break
    }
    if case .named(_, let name) = event { json.write("checkpoint", name) }
    if let restoredValues {
      json.writeName("restored")
      json.write(raw: restoredValues)
    }
    if case .forgotten(let id) = event { json.write("forget", id.number) }
    if let start { json.write("from", start.number) }
    if !evicted.isEmpty {
      json.writeName("gone")
      json.beginList()
      for id in evicted { json.write(Int64(id.number)) }
      json.endList()
    }
    switch event {
    case .made(let id, _, let label, _, let provenance):
      json.write("label", label)
      json.write("moment", id.number)
      json.writeNote(of: provenance)
      json.writeLinks(of: provenance)
      json.writeOwnChanges(of: provenance)
    case .extended(let id, let label, _):
      json.write("into", id.number)
      json.write("label", label)
    case .begun(_, let label, _, let provenance):
      json.write("label", label)
      json.writeNote(of: provenance)
      json.writeLinks(of: provenance)
      json.writeOwnChanges(of: provenance)
    case .moved(_, let id): json.write("moment", id.number)
    case .named(let id, _): json.write("of", id.number)
    case .nothing, .saved, .forgotten: break
    }
    if let patch {
      json.writeName("patch")
      json.write(patch)
    }
    if case .saved(let id) = event { json.write("saved", id.number) }
    json.endRecord()
    return json.finish()
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ name: String, _ number: Int) {
    writeName(name)
    write(Int64(number))
  }

  fileprivate mutating func write(_ name: String, _ text: String) {
    writeName(name)
    write(text)
  }

  fileprivate mutating func write(_ name: String, _ time: Timestamp) {
    writeName(name)
    write(time.nanosecondsSince1970)
  }

  fileprivate mutating func writeAuthor(of provenance: Provenance?) {
    if let author = provenance?.author, author != .user { write("as", author.rawValue) }
  }

  fileprivate mutating func writeOrigin(of provenance: Provenance?) {
    if let word = provenance?.origin.word { write("by", word) }
  }

  fileprivate mutating func writeNote(of provenance: Provenance?) {
    guard let note = provenance?.note, !note.isEmpty else { return }
    writeName("note")
    beginList()
    write(raw: note)
    endList()
  }

  fileprivate mutating func writeLinks(of provenance: Provenance?) {
    guard let origin = provenance?.origin, origin.isComposed else { return }
    if case .merge(let tip) = origin { return write("of", tip.number) }
    writeName("of")
    beginList()
    for number in StepSwitch.numbers(of: origin.switches) { write(Int64(number)) }
    endList()
  }

  fileprivate mutating func writeOwnChanges(of provenance: Provenance?) {
    guard let own = provenance?.ownChanges, !own.isEmpty, let patch = try? Patch(packed: own) else { return }
    writeName("own")
    beginList()
    write(raw: patch.json)
    endList()
  }
}

extension Moment.Origin {
  /// The word for the origin in a line; nil for a change that was sent.
  fileprivate var word: String? {
    switch self {
    case .sent: nil
    case .external: "external"
    case .undo: "undo"
    case .redo: "redo"
    case .switched: "switch"
    case .merge: "merge"
    }
  }

  fileprivate init?(word: String?, of link: Moment.ID?, _ switches: [StepSwitch]?) {
    switch (word, link, switches) {
    case (nil, nil, nil): self = .sent
    case ("external", nil, nil): self = .external
    case ("undo", nil, let switches?): self = .undo(switches)
    case ("redo", nil, let switches?): self = .redo(switches)
    case ("switch", nil, let switches?): self = .switched(switches)
    case ("merge", let link?, nil): self = .merge(of: link)
    default: return nil
    }
  }
}

extension Movement {
  fileprivate var word: String {
    switch self {
    case .step(.back): "undo"
    case .step(.forward): "redo"
    case .jump: "jump"
    }
  }
}

extension RecordHead {
  /// Reads the JSON of a line up to the patch; nil for JSON that this type does not write.
  init?(_ json: Bytes) {
    var reader = LogHeadReader(json)
    var (after, begin, forget, into): (Moment.ID?, Moment.ID?, Moment.ID?, Moment.ID?)
    var (at, moment, saved): (Timestamp?, Moment.ID?, Moment.ID?)
    var (provenance, note, own): (Provenance?, Range<Int>?, Range<Int>?)
    var (by, label, author, link): (String?, String?, String?, Moment.ID?)
    var (switches, checkpoint): ([StepSwitch]?, String?)
    guard reader.skip("{") else { return nil }
    while true {
      guard let name = reader.name() else { return nil }
      switch name {
      case .after: after = reader.id()
      case .as: author = reader.text()
      case .at: at = reader.number().map { Timestamp(nanosecondsSince1970: $0) }
      case .begin: begin = reader.id()
      case .by: by = reader.text()
      case .checkpoint: checkpoint = reader.text()
      case .restored: restoredValues = reader.list()
      case .forget: forget = reader.id()
      case .from: start = reader.id()
      case .gone: evicted = reader.ids() ?? []
      case .into: into = reader.id()
      case .label: label = reader.text()
      case .moment: moment = reader.id()
      case .note: note = reader.list()
      case .of:
        if json[reader.place...].first == UInt8(ascii: "[") {
          switches = reader.numbers().flatMap(StepSwitch.several)
          if switches == nil { return nil }
        } else {
          link = reader.id()
        }
      case .own: own = reader.list()
      case .patch:
        guard json.last == UInt8(ascii: "}"), reader.place < json.count - 1 else { return nil }
        patch = reader.place..<json.count - 1
        reader.place = json.count - 1
      case .saved: saved = reader.id()
      }
      if reader.isBroken { return nil }
      if reader.skip("}") { break }
      guard reader.skip(",") else { return nil }
    }
    guard reader.place == json.count else { return nil }
    if note != nil || switches != nil || own != nil, after == nil, begin == nil { return nil }
    if start != nil, by == nil || moment == nil || patch == nil || after != nil || begin != nil { return nil }
    if let id = forget {
      guard (after ?? begin ?? into ?? moment ?? saved ?? link) == nil, at == nil,
        (by ?? label ?? author ?? checkpoint) == nil
      else {
        return nil
      }
      event = .forgotten(id)
      return
    }
    if after != nil || begin != nil {
      if checkpoint != nil { return nil }
      guard let origin = Moment.Origin(word: by, of: link, switches) else { return nil }
      func only(_ list: Range<Int>) -> [UInt8] { Array(json[list.lowerBound + 1..<list.upperBound - 1]) }
      let author = author.map(Author.init(rawValue:)) ?? .user
      let changes = own.map { try? Patch(json: only($0)).packed } ?? []
      guard let changes, origin.isComposed || changes.isEmpty else { return nil }
      provenance = Provenance(author, origin, own: changes, note: note.map(only) ?? [])
      by = nil
    } else if let name = checkpoint {
      guard let link, (into ?? moment ?? saved) == nil, at == nil, (by ?? label ?? author) == nil else {
        return nil
      }
      event = .named(link, name)
      return
    } else if author != nil || link != nil {
      return nil
    }
    switch (after, at, begin, into, moment, saved, by, label) {
    case (let after?, let at?, nil, nil, let moment?, nil, nil, let label?):
      event = .made(moment, after: after, label: label, at: at, provenance)
    case (nil, let at?, nil, let into?, nil, nil, nil, let label?):
      event = .extended(into, label: label, at: at)
    case (nil, let at?, let begin?, nil, nil, nil, nil, let label?):
      event = .begun(begin, label: label, at: at, provenance)
    case (nil, nil, nil, nil, let moment?, nil, let by?, nil):
      guard let movement = Movement(word: by, to: moment) else { return nil }
      event = .moved(movement, to: moment)
    case (nil, nil, nil, nil, nil, let saved?, nil, nil): event = .saved(saved)
    case (nil, nil, nil, nil, nil, nil, nil, nil): event = .nothing
    default: return nil
    }
  }
}

extension Movement {
  fileprivate init?(word: String, to id: Moment.ID) {
    switch word {
    case "undo": self = .step(.back)
    case "redo": self = .step(.forward)
    case "jump": self = .jump(id)
    default: return nil
    }
  }
}
