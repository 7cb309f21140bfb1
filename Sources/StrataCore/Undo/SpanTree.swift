/// The fixed order of all elements of a text or list, those that are hidden among them.
///
/// Elements that came together are one span until an edit parts them. The spans are a binary search tree by place. Each node
/// counts the visible elements beneath it, so a position in the visible text leads to a span in O(log *n*).
///
///     order      H e l l o   | w o r l d |   ☐      the spans, from left to right; ☐ is the end that no edit touched
///     visible    yes           no            yes    "world" was removed, or the step that typed it is off
///
///                  [world] 6+∞                      visible elements beneath
///                  /     \
///           [Hello ] 6   [☐] ∞
///
/// The tree is a treap: a hash of its number is a node's priority, so every walk builds the same tree. It counts for two views
/// at once, each of one version: steps of two branches whose moments alternate are read without going from one version to the
/// other before each step.
struct SpanTree {
  /// The number of a span.
  typealias Span = Int32

  /// One of the two versions in which elements are visible.
  typealias View = Int

  /// The number of views.
  static let views = 2

  private struct Node {
    var parent = none
    var left = none
    var right = none
    var length: Int
    /// The visible elements of this span in each view: all or none.
    var visible: Widths
    /// The visible elements of this span and of all spans beneath it.
    var width: Widths
  }

  private typealias Widths = SIMD2<Int>

  private static let none: Span = -1

  /// The elements that no edit touched yet at the end of a text or list; their number is not needed.
  static let endless = Int.max / 4

  private var nodes: ContiguousArray<Node>
  private var root: Span = 0

  /// A tree with one span: the endless one, which stays the last.
  init() {
    let all = Widths(repeating: Self.endless)
    nodes = [Node(length: Self.endless, visible: all, width: all)]
  }

  func length(_ span: Span) -> Int { nodes[Int(span)].length }

  func isVisible(_ span: Span, in view: View) -> Bool { nodes[Int(span)].visible[view] > 0 }

  /// The span with the visible element at a position, and the element's offset in it.
  ///
  /// - Complexity: O(log *n*).
  func find(_ position: Int, in view: View) -> (span: Span, offset: Int) {
    var (span, offset) = (root, position)
    while true {
      let node = nodes[Int(span)]
      let before = width(node.left)[view]
      if offset < before {
        span = node.left
        continue
      }
      offset -= before
      if offset < node.visible[view] { return (span, offset) }
      offset -= node.visible[view]
      precondition(node.right != Self.none, "The endless span has every position")
      span = node.right
    }
  }

  private func width(_ span: Span) -> Widths { span == Self.none ? Widths() : nodes[Int(span)].width }
}

extension SpanTree {
  /// The span that comes first.
  var first: Span {
    var span = root
    while nodes[Int(span)].left != Self.none { span = nodes[Int(span)].left }
    return span
  }

  /// The span that follows; nil behind the endless one.
  func next(_ span: Span) -> Span? {
    var next = nodes[Int(span)].right
    if next != Self.none {
      while nodes[Int(next)].left != Self.none { next = nodes[Int(next)].left }
      return next
    }
    var child = span
    next = nodes[Int(span)].parent
    while next != Self.none, nodes[Int(next)].right == child {
      child = next
      next = nodes[Int(next)].parent
    }
    return next == Self.none ? nil : next
  }

  /// Whether one span stands before another one.
  ///
  /// - Complexity: O(log *n*).
  func precedes(_ span: Span, _ other: Span) -> Bool {
    if span == other { return false }
    var (left, right) = (path(to: span)[...], path(to: other)[...])
    var shared = root
    while let next = left.last, next == right.last {
      shared = next
      left.removeLast()
      right.removeLast()
    }
    let node = nodes[Int(shared)]
    if let next = left.last { return next == node.left }
    return right.last == node.right
  }

  /// The nodes from a span up to the root.
  private func path(to span: Span) -> [Span] {
    var path = [span]
    var parent = nodes[Int(span)].parent
    while parent != Self.none {
      path.append(parent)
      parent = nodes[Int(parent)].parent
    }
    return path
  }
}

extension SpanTree {
  /// Inserts a span in front of another one. It is visible in one view.
  mutating func insert(length: Int, visibleIn view: View, before next: Span) -> Span {
    var visible = Widths()
    visible[view] = length
    return insert(length: length, visible, before: next)
  }

  private mutating func insert(length: Int, _ visible: Widths, before next: Span) -> Span {
    let span = Span(nodes.count)
    var parent = next
    let isLeft = nodes[Int(next)].left == Self.none
    if isLeft {
      nodes[Int(next)].left = span
    } else {
      parent = nodes[Int(next)].left
      while nodes[Int(parent)].right != Self.none { parent = nodes[Int(parent)].right }
      nodes[Int(parent)].right = span
    }
    nodes.append(Node(parent: parent, length: length, visible: visible, width: visible))
    add(visible, from: parent)
    while nodes[Int(span)].parent != Self.none,
      Self.priority(span) > Self.priority(nodes[Int(span)].parent)
    {
      rotateUp(span)
    }
    return span
  }

  /// Parts a span, and returns the number of its first part. The last part keeps the span's number.
  mutating func split(_ span: Span, at offset: Int) -> Span {
    let visible = nodes[Int(span)].visible
    let first = Widths(repeating: offset).replacing(with: 0, where: visible .== 0)
    nodes[Int(span)].length -= offset
    nodes[Int(span)].visible = visible &- first
    add(0 &- first, from: span)
    return insert(length: offset, first, before: span)
  }

  mutating func setVisible(_ span: Span, _ isVisible: Bool, in view: View) {
    let node = nodes[Int(span)]
    var change = Widths()
    change[view] = (isVisible ? node.length : 0) - node.visible[view]
    if change[view] == 0 { return }
    nodes[Int(span)].visible &+= change
    add(change, from: span)
  }

  private mutating func add(_ width: Widths, from span: Span) {
    if width == Widths() { return }
    var span = span
    while span != Self.none {
      nodes[Int(span)].width &+= width
      span = nodes[Int(span)].parent
    }
  }

  /// Puts a node in its parent's place, and the parent beneath it.
  private mutating func rotateUp(_ span: Span) {
    let parent = nodes[Int(span)].parent
    let above = nodes[Int(parent)].parent
    let middle: Span
    if nodes[Int(parent)].left == span {
      middle = nodes[Int(span)].right
      nodes[Int(parent)].left = middle
      nodes[Int(span)].right = parent
    } else {
      middle = nodes[Int(span)].left
      nodes[Int(parent)].right = middle
      nodes[Int(span)].left = parent
    }
    if middle != Self.none { nodes[Int(middle)].parent = parent }
    nodes[Int(parent)].parent = span
    nodes[Int(span)].parent = above
    if above == Self.none {
      root = span
    } else if nodes[Int(above)].left == parent {
      nodes[Int(above)].left = span
    } else {
      nodes[Int(above)].right = span
    }
    let all = nodes[Int(parent)].width
    nodes[Int(parent)].width = all &- nodes[Int(span)].width &+ width(middle)
    nodes[Int(span)].width = all
  }

  private static func priority(_ span: Span) -> UInt32 {
    var bits = UInt32(bitPattern: span) &* 0x9E37_79B9
    bits ^= bits >> 16
    bits = bits &* 0x85EB_CA6B
    return bits ^ bits >> 13
  }
}
