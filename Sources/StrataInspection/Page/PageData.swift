import StrataCore

// The data that a page is drawn from, as JSON:
//
//     {"title":"…","state":…,"present":4,"saved":2,"line":[0,1,4],"authors":["user","agent"],"undone":[["document"]],
//     "remarks":[],"moments":[[0,-1,"Start",1712000000000,0,69,null],…]}
//
// A moment is its number, the place of the moment that it follows on, its label, its time in milliseconds, the place of
// its author, its bytes, its patch, and its other properties: {"by":"takes back 3","name":"…","note":…}.
//
// Values are as in any JSON, but for numbers that JavaScript would write otherwise, {"$":"1.0"}, and names that begin with
// $, which have one more. A patch is a list with its kind in front:
//
//     [0,old,new]  [1,name,node,…]  [2,key,0,inserted,key,1,removed,key,2,node,…]  [3,0,inserted,1,removed,…]
//     [4,3,[0,inserted,…],[1,removed,…],[2,node],…]  [5,17,"-what went","+what came",…]
//
// A patch that cannot be read is a text that says why.

/// The data that a page is drawn from.
struct PageData {
  private let inspection: Inspection
  private let title: String

  init(of inspection: Inspection, title: String) { (self.inspection, self.title) = (inspection, title) }

  /// The data as JSON that can stand in a page.
  var json: [UInt8] {
    var json = JSONWriter(depthLimit: .max)
    json.beginRecord()
    json.writeName("title")
    json.write(title)
    let present = inspection.present
    do throws(InspectionError) {
      let state = try inspection.state(at: present)
      json.writeName("state")
      json.write(page: state)
    } catch {
      json.writeName("noState")
      json.write(error.reason)
    }
    json.writeName("present")
    json.write(place(present))
    json.writeName("saved")
    json.write(inspection.saved.map(place) ?? -1)
    json.writeName("line")
    json.beginList()
    for id in inspection.line { json.write(place(id)) }
    json.endList()
    json.writeName("undone")
    json.beginList()
    for path in inspection.undone { json.write(texts: path.components) }
    json.endList()
    json.writeName("remarks")
    json.write(texts: inspection.remarks)
    var authors: [Author: Int] = [:]
    var names: [String] = []
    json.writeName("moments")
    json.beginList()
    for moment in inspection.moments {
      let author = authors[moment.author] ?? names.count
      if author == names.count {
        authors[moment.author] = author
        names.append("\(moment.author)")
      }
      write(moment, author, &json)
    }
    json.endList()
    json.writeName("authors")
    json.write(texts: names)
    json.endRecord()
    return Self.inert(json.bytes)
  }

  private func place(_ id: Moment.ID) -> Int64 { Int64(inspection.places[id] ?? -1) }

  private func write(_ moment: Moment, _ author: Int, _ json: inout JSONWriter) {
    json.beginList()
    json.write(Int64(moment.id.number))
    json.write(moment.parent.map(place) ?? -1)
    json.write(moment.label)
    json.write(moment.time.nanosecondsSince1970 / 1_000_000)
    json.write(Int64(author))
    json.write(Int64(inspection.bytes(of: moment.id)))
    do throws(InspectionError) {
      if let root = try inspection.step(to: moment.id).root {
        json.write(page: root)
      } else {
        json.writeNull()
      }
    } catch {
      json.write(error.reason)
    }
    if moment.origin != .sent || moment.checkpoint != nil || moment.note != nil {
      json.beginRecord()
      if let story = moment.origin.story {
        json.writeName("by")
        json.write(story)
      }
      if let name = moment.checkpoint {
        json.writeName("name")
        json.write(name)
      }
      if let note = moment.note {
        json.writeName("note")
        json.write(page: note)
      }
      json.endRecord()
    }
    json.endList()
  }

  /// Returns JSON of the same meaning that cannot end the element around it or begin another one, with escapes for hidden
  /// characters. These characters appear in texts alone.
  private static func inert(_ json: [UInt8]) -> [UInt8] {
    var inert: [UInt8] = []
    inert.reserveCapacity(json.count + json.count / 16)
    for place in json.indices {
      let byte = json[place]
      let next = place + 1 < json.count ? json[place + 1] : 0
      if byte == UInt8(ascii: "<"), "/!sS?".utf8.contains(next) {
        inert += "\\u003c".utf8
      } else {
        inert.append(byte)
      }
    }
    return printable(json: inert)
  }
}

extension JSONWriter {
  fileprivate mutating func write(texts: [String]) {
    beginList()
    for text in texts { write(text) }
    endList()
  }

  fileprivate mutating func write(page value: PlainValue) {
    switch value {
    case .list(let list):
      beginList()
      for value in list { write(page: value) }
      endList()
    case .record(let record):
      beginRecord()
      for member in record.members {
        writeName(member.name.utf8.first == 0x24 ? "$" + member.name : member.name)
        write(page: member.value)
      }
      endRecord()
    case .integer(let number) where number.magnitude < 1 << 53: write(number)
    case .integer, .unsigned, .number:
      let text = "\(value)"
      if text.first == "\"" { return write(raw: Array(text.utf8)) }
      if Self.isSaidAlike(text) { return write(raw: Array(text.utf8)) }
      beginRecord()
      writeName("$")
      write(text)
      endRecord()
    case .null: writeNull()
    case .bool(let flag): write(flag)
    case .text(let text): write(text)
    }
  }

  /// Whether JavaScript writes a number as it stands here: such as 1.5, and neither 1.0 nor 1e-7.
  private static func isSaidAlike(_ number: String) -> Bool {
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, number.utf8.count < 16, parts[1] != "0" else { return false }
    return number.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }
      && !number.hasPrefix("0.00000") && !number.hasPrefix("-0.00000")
  }

  fileprivate mutating func write(page node: Patch.Node) {
    beginList()
    switch node {
    case .replaced(let old, let new):
      write(Int64(0))
      write(page: old)
      write(page: new)
    case .fields(let fields):
      write(Int64(1))
      for field in fields {
        write(field.name)
        write(page: field.node)
      }
    case .entries(let entries):
      write(Int64(2))
      for entry in entries {
        write(page: entry.key)
        switch entry.change {
        case .inserted(let value):
          write(Int64(0))
          write(page: value)
        case .removed(let value):
          write(Int64(1))
          write(page: value)
        case .changed(let node):
          write(Int64(2))
          write(page: node)
        }
      }
    case .members(let members):
      write(Int64(3))
      for member in members {
        write(Int64(member.isInserted ? 0 : 1))
        write(page: member.value)
      }
    case .list(let runs):
      write(Int64(4))
      for run in runs { write(page: run) }
    case .text(let runs):
      write(Int64(5))
      for run in runs {
        switch run {
        case .kept(let count): write(Int64(count))
        case .removed(let text): write("-" + text)
        case .inserted(let text): write("+" + text)
        }
      }
    }
    endList()
  }

  private mutating func write(page run: Patch.Node.Run) {
    if case .kept(let count) = run { return write(Int64(count)) }
    beginList()
    switch run {
    case .kept: break
    case .inserted(let values):
      write(Int64(0))
      for value in values { write(page: value) }
    case .removed(let values):
      write(Int64(1))
      for value in values { write(page: value) }
    case .changed(let node):
      write(Int64(2))
      write(page: node)
    }
    endList()
  }
}
