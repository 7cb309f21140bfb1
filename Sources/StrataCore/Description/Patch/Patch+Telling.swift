import PersistentCollections

// An edit that the app knows is told, not looked for: of two equal letters side by side, a difference cannot say which of
// them came. What was told so is carried over other changes, put together and taken back at the place that was told.

extension Patch {
  /// Makes the patch of an edit that replaces a range of a text, and changes nothing else.
  ///
  ///     let typed = Patch(replacing: cursor..<cursor, of: page.body, with: "a")
  ///     try page.apply(typed.inside(.field("body")))
  ///
  /// A beginning or an end that the old and the new text of the range share is no change, and is not in the patch.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* bytes that are removed and inserted.
  public init(replacing range: Range<PersistentText.Index>, of text: PersistentText, with new: String) {
    let old = String(String.UnicodeScalarView(text.unicodeScalars[range]))
    self.init(replacing: old, at: text.offsets(of: range).lowerBound, with: new)
  }

  /// Makes the patch of an edit that replaces a range of a text, and changes nothing else.
  ///
  /// - Complexity: O(*n*) for a text of *n* bytes.
  public init(replacing range: Range<String.Index>, of text: String, with new: String) {
    let (before, old) = (text[..<range.lowerBound], text[range])
    self.init(replacing: String(old), at: before.utf8.count, with: new)
  }

  private init(replacing old: String, at offset: Int, with new: String) {
    let runs = NormalRuns<Node.TextRun>([.kept(offset), .removed(old), .inserted(new)]).runs
    self.init(root: runs.isEmpty ? nil : .text(runs))
  }

  /// Makes the patch of an edit that replaces a range of a list, and changes nothing else.
  ///
  ///     let added = try Patch(replacing: 0..<0, of: page.marks, with: [mark])
  ///
  /// For a change inside an element, make a patch of the element, and put it `inside` the element's position.
  ///
  /// - Throws: `PatchError.Reason.unwritable` when a leaf's own `Codable` conformance refuses to write an element.
  /// - Complexity: O(elements that are removed and inserted), for lists that find a position in O(1).
  public init<Elements: RandomAccessCollection>(
    replacing range: Range<Int>,
    of list: Elements,
    with new: some Collection<Elements.Element>
  ) throws(PatchError) where Elements.Index == Int, Elements.Element: DescribedValue {
    let (gone, come) = (try Self.plain(list[range]), try Self.plain(new))
    let start = list.distance(from: list.startIndex, to: range.lowerBound)
    let runs = NormalRuns<Node.Run>([.kept(start), .removed(gone), .inserted(come)]).runs
    root = runs.isEmpty ? nil : .list(runs)
  }

  private static func plain<Element: DescribedValue>(
    _ elements: some Collection<Element>
  ) throws(PatchError) -> [PlainValue] {
    var plain: [PlainValue] = []
    for element in elements { plain.append(try PlainValue(of: element)) }
    return plain
  }

  /// Returns the same change, of something inside a larger value.
  ///
  ///     let typed = Patch(replacing: range, of: body, with: "a")
  ///     typed.inside(.field("notes"), .key(.integer(42)), .field("body"))
  ///
  /// - Parameter path: The way from the larger value to what changes; a position is that of an element that stays.
  /// - Complexity: O(steps).
  public func inside(_ path: PathComponent...) -> Patch { inside(path) }

  /// Returns the same change, of something inside a larger value.
  ///
  /// - Parameter path: The way from the larger value to what changes; a position is that of an element that stays.
  /// - Complexity: O(steps).
  public func inside(_ path: [PathComponent]) -> Patch {
    Patch(root: root.map { path.reversed().reduce($0) { $0.inside($1) } })
  }
}

extension Patch.Node {
  fileprivate func inside(_ step: PathComponent) -> Patch.Node {
    switch step {
    case .field(let name): return .fields([Field(name: name, node: self)])
    case .key(let key): return .entries([Entry(key: key, change: .changed(self))])
    case .position(let position):
      precondition(position >= 0, "A list has no position \(position)")
      return .list(position == 0 ? [.changed(self)] : [.kept(position), .changed(self)])
    }
  }
}
