import Measuring
import PersistentCollections
import TestSupport
import Testing

@Suite("A counted tree against an array")
struct CountedTreeModelTests {
  @Test("Edits, cuts and joins do what they do to an array", arguments: 1...6 as ClosedRange<UInt64>)
  func model(seed: UInt64) {
    let limit = [6, 30, 100, 300, 1_000, 2_000][Int(seed - 1)]
    var run = Run<Wide>(seed: seed, limit: limit, make: Wide.init)
    run.steps(Soak.times(limit <= 100 ? 2_000 : 8_000 / limit))
  }

  @Test("Leaves of sixteen behave as leaves of four do", arguments: 11...14 as ClosedRange<UInt64>)
  func modelOfIntegers(seed: UInt64) {
    let limit = [20, 200, 2_000, 6_000][Int(seed - 11)]
    var run = Run<Int>(seed: seed, limit: limit, make: { $0 })
    run.steps(Soak.times(limit <= 200 ? 300 : 20_000 / limit))
  }

  /// A few trees with arrays beside them, some sharing nodes with others.
  struct Run<Element: Equatable> {
    typealias Tree = CountedTree<Positioned<Element>>

    let limit: Int
    let make: (Int) -> Element
    var random: SplitMix64
    var script: EditScript
    var pool: [(tree: Tree, model: [Element])] = [(Tree(), [])]
    var fresh = 0

    init(seed: UInt64, limit: Int, make: @escaping (Int) -> Element) {
      self.limit = limit
      self.make = make
      random = SplitMix64(seed: seed)
      script = EditScript(seed: seed)
    }

    mutating func steps(_ count: Int) {
      for step in 0..<count {
        guard perform() else { return }
        guard step.isMultiple(of: 50) || step == count - 1 else { continue }
        for (index, version) in pool.enumerated() where !matches(version.tree, version.model) {
          return script.fail("version \(index) has moved or is broken")
        }
      }
    }

    /// Changes one version a few times, keeping the old one or not; then cuts it or joins it with another.
    mutating func perform() -> Bool {
      let index = random.below(pool.count)
      var (tree, model) = pool[index]
      if random.below(3) > 0 {
        pool.remove(at: index)
        script.note("var tree = versions.remove(at: \(index))")
      } else {
        script.note("var tree = versions[\(index)]")
      }
      let grows = model.count < limit && random.below(8) > 0
      for _ in 0..<random.below(20) {
        guard edit(&tree, &model, grows: grows) else { return false }
      }
      if !pool.isEmpty && model.count < 2 * limit && random.below(4) == 0 {
        let other = random.below(pool.count)
        script.note("tree.append(versions[\(other)])")
        tree.append(pool[other].tree)
        model += pool[other].model
      }
      if random.below(12) == 0 || model.count > 2 * limit {
        let position = random.below(model.count + 1)
        script.note("let (before, after) = tree.split(at: \(position))")
        let (before, after) = tree.split(at: position)
        guard matches(before, Array(model[..<position])), matches(after, Array(model[position...])) else {
          script.fail("a part is wrong: \(before.brokenInvariant() ?? "") \(after.brokenInvariant() ?? "")")
          return false
        }
        pool.append((before, Array(model[..<position])))
        pool.append((after, Array(model[position...])))
      } else {
        pool.append((tree, model))
      }
      while pool.count > 8 { pool.remove(at: random.below(pool.count)) }
      guard let last = pool.last, matches(last.tree, last.model) else {
        script.fail("the tree is wrong: \(pool.last?.tree.brokenInvariant() ?? "other elements")")
        return false
      }
      return true
    }

    mutating func edit(_ tree: inout Tree, _ model: inout [Element], grows: Bool) -> Bool {
      let choice = random.below(grows ? 10 : 5)
      fresh += 1
      let element = make(fresh)
      if model.isEmpty || choice > 4 {
        let position = choice.isMultiple(of: 3) ? model.count : random.below(model.count + 1)
        script.note("tree.insert(\(fresh), at: \(position))")
        tree.insert(element, at: position)
        model.insert(element, at: position)
      } else if choice < 3 {
        let position = random.below(model.count)
        script.note("tree.remove(at: \(position))")
        guard tree.remove(at: position) == model.remove(at: position) else {
          script.fail("another element was removed")
          return false
        }
      } else if choice == 3 {
        let position = random.below(model.count)
        script.note("tree.unshare(at: \(position)).pointee = \(fresh)")
        tree.unshare(at: position).pointee = element
        model[position] = element
      }
      if limit <= 100 || random.below(limit / 20) == 0, let broken = tree.brokenInvariant() {
        script.fail(broken)
        return false
      }
      return true
    }

    func matches(_ tree: Tree, _ model: [Element]) -> Bool {
      guard tree.brokenInvariant() == nil, tree.count == model.count else { return false }
      var iterator = CountedTreeIterator(tree, positions: 0..<tree.count)
      for (position, element) in model.enumerated() {
        guard iterator.next() == element else { return false }
        let found = tree.withElement(at: position) { $0.pointee }
        guard found == element else { return false }
      }
      return iterator.next() == nil
    }
  }
}
