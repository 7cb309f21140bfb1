import StrataCore

/// Makes out what undo covers from the lines of a log whose head does not say so, which is one of an earlier revision.
///
/// A step may have changed more than undo gives back, and its line has all of it. What lies beside the parts that undo
/// covers is what a line without a moment changed; what a movement left as it was, although the steps on its way
/// had changed it; and what a movement changed and none of these steps. Where a log tells nothing of the kind, its
/// steps fit one another as they are.
///
/// Lines behind damage are not looked at.
struct UndoneParts: LogScanner.Reader {
  private var replay: LogReplay<PlainValue>
  private let steps: WrittenSteps
  /// The names of the fields that lead to what was changed, by the step to each moment.
  private var changed: [Moment.ID: Set<[String]>] = [:]
  /// Those that lead to what undo does not cover.
  private var beside: Set<[String]> = []

  /// - Parameters:
  ///   - header: The head of the log.
  ///   - steps: Reads the steps as they are written, as changes of the whole state.
  ///   - memoryLimit: How many bytes of memory reading a change may take.
  init(_ header: LogHeader, _ steps: WrittenSteps, memoryLimit: Int) {
    self.steps = steps
    let end = LogMark(id: header.id, sequence: .max)
    replay = LogReplay(
      .null,
      at: end,
      schema: header.schema,
      stepsFrom: steps,
      memoryLimit: memoryLimit
    ) { _, _ in }
  }

  /// The names of the fields that lead to each part that undo covers, as short as they can be.
  var places: [[String]] {
    if beside.isEmpty { return [[]] }
    let parts = changed.values.joined().compactMap { place -> [String]? in
      (0...place.count).lazy.map { Array(place.prefix($0)) }.first { part in
        !beside.contains { $0.starts(with: part) || part.starts(with: $0) }
      }
    }
    return Set(parts).sorted { $0.lexicographicallyPrecedes($1) }
  }

  mutating func begin(_ header: LogHeader) throws { try replay.begin(header) }

  mutating func kept(_ json: UnsafeRawBufferPointer, at place: Int) throws {
    try replay.kept(json, at: place)
    take(json, from: nil)
  }

  mutating func change(_ number: Int, _ json: UnsafeRawBufferPointer, at place: Int) throws {
    let before = replay.history?.timeline.present.id
    try replay.change(number, json, at: place)
    take(json, from: before)
  }

  private mutating func take(_ json: UnsafeRawBufferPointer, from before: Moment.ID?) {
    guard let head = RecordHead(json), let range = head.patch,
      PlainValue.isReadable(UnsafeRawBufferPointer(rebasing: json[range]), within: replay.memoryLimit),
      let patch = try? Patch(json: json[range])
    else { return }
    switch head.event {
    case .made(let id, _, _, _, _), .extended(let id, _, _): changed[id, default: []].formUnion(patch.places)
    case .nothing: beside.formUnion(patch.places)
    case .moved(_, let id): if let before { take(patch.places, of: before, id) }
    case .begun, .saved, .unsaved, .named, .forgotten: break
    }
  }

  /// Takes what a movement has changed.
  private mutating func take(_ moved: Set<[String]>, of start: Moment.ID, _ end: Moment.ID) {
    guard let timeline = replay.history?.timeline,
      let way = WayThroughTree(from: start, to: end, { timeline[$0]?.parent })
    else { return }
    let stepped = (way.back + way.forth).reduce(into: Set<[String]>()) { $0.formUnion(changed[$1] ?? []) }
    beside.formUnion(moved.filter { !$0.leadsAlong(stepped) })
    let left = stepped.filter { !$0.leadsAlong(moved) && !beside.contains($0) }
    if left.isEmpty { return }
    let back = way.back.map { try? timeline.step(to: $0)?.read().patch.inverted }
    let steps = (back + way.forth.map { try? timeline.step(to: $0)?.read().patch }).compactMap { $0 }
    guard steps.count == way.back.count + way.forth.count else { return }
    for place in left {
      // What steps took back among themselves is no sign; what does not even follow on itself is one.
      let whole = try? Patch(composing: steps.map { $0.inside(parts: [place]) })
      if whole?.isEmpty != true { beside.insert(place) }
    }
  }
}

extension [String] {
  /// Whether it leads through what one of others leads to, or one of them through what it leads to.
  fileprivate func leadsAlong(_ others: Set<[String]>) -> Bool {
    others.contains(self) || others.contains { $0.starts(with: self) || self.starts(with: $0) }
  }
}

extension Patch {
  /// The names of the fields that lead to what is changed.
  fileprivate var places: Set<[String]> {
    var places: Set<[String]> = []
    var open = root.map { [($0, [String]())] } ?? []
    while let (node, place) = open.popLast() {
      if case .fields(let fields) = node {
        open += fields.map { ($0.node, place + [$0.name]) }
      } else {
        places.insert(place)
      }
    }
    return places
  }
}
