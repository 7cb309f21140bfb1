/// The spans of a text or list, in their fixed order, each with the steps that put it there.
///
///     step 1 (seen by 3)     a b 1 1 c
///     step 2 (unseen by 3)   a b 1 1 2 c        2 was inserted behind b; 3 saw neither 2 nor its letters
///     step 3 behind "b"      a b 3 1 1 2 c      1 is seen: 3 stands between b and 1, as its author saw it
///     step 3 behind "1 1"    a b 1 1 2 3 c      2 is unseen: the lower moment comes first
///
/// The place of an insertion is found once: behind its neighbor, the visible element in front of it. Elements there that the
/// step did not see were inserted by steps of lower moments, for steps are read in the order of their moments. These come
/// first, if they stand behind the same neighbor or one that follows it. Steps do not see what steps on other branches
/// inserted, and what was off.
struct PlacedSpans<Content: PlacedContent> {
  typealias Span = SpanTree.Span

  private(set) var order = SpanTree()
  private var places: ContiguousArray<Place>

  /// A span in its place.
  struct Place {
    var content: Content
    /// The step that put the span there.
    let operation: Operation
    /// Steps that did the same, where these count as one.
    var otherOperations: [Operation] = []
    /// The span behind whose end this one was inserted; nil at the beginning.
    var neighbor: Span?

    func isInserted(in on: OperationSet) -> Bool {
      on[operation] || !otherOperations.isEmpty && otherOperations.contains { on[$0] }
    }
  }

  /// Spans of which nothing is known but that they are there.
  init(_ base: Content) { places = [Place(content: base, operation: .base)] }

  subscript(span: Span) -> Place { places[Int(span)] }

  subscript(contentOf span: Span) -> Content {
    get { places[Int(span)].content }
    _modify { yield &places[Int(span)].content }
  }

  /// Calls a function with every span from the first to the last.
  func forEach<Failure>(_ body: (Span, Place) throws(Failure) -> Void) throws(Failure) {
    var span: Span? = order.first
    while let here = span {
      try body(here, places[Int(here)])
      span = order.next(here)
    }
  }

  mutating func setVisible(_ span: Span, _ isVisible: Bool, in view: SpanTree.View) {
    order.setVisible(span, isVisible, in: view)
  }

  /// Calls a function with every operation that put a span there, or changed its content.
  func forEachOperation(_ body: (Operation) -> Void) {
    for place in places {
      body(place.operation)
      place.otherOperations.forEach(body)
      place.content.forEachOperation(body)
    }
  }
}

/// The content of a span: letters, or elements.
protocol PlacedContent {
  /// Parts the content after so many elements, and returns the first part.
  mutating func removeFirst(_ count: Int) -> Self

  /// Calls a function with every operation that changed the content.
  func forEachOperation(_ body: (Operation) -> Void)
}

extension PlacedSpans {
  /// Inserts a span behind its neighbor, or finds the one that another step inserted alike.
  ///
  /// - Parameter isAlike: Whether a span that the step did not see is the same; it is asked where two changes are merged.
  mutating func insert(
    _ content: Content,
    length: Int,
    behind neighbor: Span?,
    by step: StepReader,
    _ operation: Operation,
    _ isAlike: (Content) -> Bool
  ) -> Span {
    let first = neighbor.map { order.next($0) } ?? order.first
    var next = first
    while let other = next, isUnseen(other, from: neighbor, by: step) {
      let place = places[Int(other)]
      if step.ties.areAlikeOnce, place.neighbor == neighbor, isAlike(place.content) {
        places[Int(other)].otherOperations.append(operation)
        setVisible(other, true, in: step.graph.view)
        return other
      }
      next = order.next(other)
    }
    if step.ties.isNewerFirst { next = first }
    guard let next else { preconditionFailure("Every step sees the endless span") }
    places.append(Place(content: content, operation: operation, neighbor: neighbor))
    return order.insert(length: length, visibleIn: step.graph.view, before: next)
  }

  /// Whether a span is new to the step that is read, and was inserted behind the same neighbor or one that follows it.
  private func isUnseen(_ span: Span, from neighbor: Span?, by step: StepReader) -> Bool {
    let place = places[Int(span)]
    if place.isInserted(in: step.graph.on) || order.isVisible(span, in: step.graph.view) { return false }
    if place.neighbor == neighbor { return true }
    guard let neighbor else { return true }
    guard let other = place.neighbor else { return false }
    return order.precedes(neighbor, other)
  }

  /// The span that begins with the visible element at a position, and has at most so many elements.
  ///
  /// - Parameter onSplit: Is called with the first part of each span that is parted.
  mutating func span(
    at position: Int,
    most count: Int,
    in view: SpanTree.View,
    _ onSplit: (Span, Place) -> Void = { _, _ in }
  ) -> Span {
    let (span, offset) = order.find(position, in: view)
    if offset > 0 { split(span, at: offset, onSplit) }
    return order.length(span) > count ? split(span, at: count, onSplit) : span
  }

  /// The span that ends with the visible element at a position.
  mutating func span(
    endingAt position: Int,
    in view: SpanTree.View,
    _ onSplit: (Span, Place) -> Void = { _, _ in }
  ) -> Span {
    let (span, offset) = order.find(position, in: view)
    return offset + 1 < order.length(span) ? split(span, at: offset + 1, onSplit) : span
  }

  /// Parts a span, and returns its first part. The last part keeps the number: spans behind the span still stand
  /// behind its end. Both parts keep the neighbor, because steps see both of them or none.
  @discardableResult
  private mutating func split(_ span: Span, at offset: Int, _ onSplit: (Span, Place) -> Void) -> Span {
    let first = order.split(span, at: offset)
    var place = places[Int(span)]
    place.content = places[Int(span)].content.removeFirst(offset)
    places.append(place)
    onSplit(first, place)
    return first
  }
}
