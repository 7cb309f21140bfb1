import Measuring
import PersistentCollections
import Testing

@Suite struct Smoke {
  @Test(arguments: [10, 100, 1000, 100000]) func model(range: Int) {
    var g = SplitMix64(seed: 1)
    var map = PersistentMap<Int, Int>()
    var model: [Int: Int] = [:]
    var kept: [(PersistentMap<Int, Int>, [Int: Int])] = []
    for step in 0..<20000 {
      let key = g.below(range)
      if g.below(2) == 0 {
        let a = map.updateValue(step, forKey: key)
        let b = model.updateValue(step, forKey: key)
        #expect(a == b)
      } else {
        let a = map.removeValue(forKey: key)
        let b = model.removeValue(forKey: key)
        #expect(a == b)
      }
      #expect(map.count == model.count)
      if range < 1000 || step % 50 == 0 {
        let t = map.tree.brokenInvariant()
        #expect(t == nil)
        if t != nil { return }
      }
      if step % 100 < 20 { kept.append((map, model)); if kept.count > 50 { kept.removeFirst(25) } }
      if step % 1000 == 0 {
        for (m, d) in kept {
          #expect(m.tree.brokenInvariant() == nil);
          for (k, v) in d { #expect(m[k] == v) }
          #expect(m.count == d.count)
        }
      }
    }
  }
}
