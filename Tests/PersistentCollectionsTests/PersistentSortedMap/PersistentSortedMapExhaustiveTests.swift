import PersistentCollections
import Testing

@Suite("Every small case of a persistent sorted map")
struct PersistentSortedMapExhaustiveTests {
  typealias Map = PersistentSortedMap<Int, Wide>

  /// Even keys, so that there is a key between any two.
  private func make(_ count: Int) -> (map: Map, model: [(Int, Wide)]) {
    let model = (0..<count).map { (2 * $0, Wide($0)) }
    return (Map(uniqueKeysWithValues: model), model)
  }

  @Test("Every key is inserted into, removed from and found in every small map, shared and unshared")
  func everyKey() {
    for count in [0, 1, 3, 4, 5, 8, 9, 16, 17, 33, 40] {
      let (map, model) = make(count)
      for key in -1...2 * count + 1 {
        for isShared in [false, true] {
          var inserted = isShared ? map : make(count).map
          inserted[key] = Wide(-1)
          var expected = model.filter { $0.0 != key } + [(key, Wide(-1))]
          expected.sort { $0.0 < $1.0 }
          #expect(
            isRight(inserted, expected),
            "inserting \(key) into \(count), \(isShared ? "shared" : "unshared")"
          )
          var removed = isShared ? map : make(count).map
          #expect(removed.removeValue(forKey: key) == model.first { $0.0 == key }?.1)
          #expect(isRight(removed, model.filter { $0.0 != key }), "removing \(key) from \(count)")
        }
        #expect(map[key] == model.first { $0.0 == key }?.1)
        #expect(map.rank(of: key) == model.filter { $0.0 < key }.count)
        #expect(map.element(before: key)?.key == model.last { $0.0 < key }?.0)
        #expect(map.element(atOrBefore: key)?.key == model.last { $0.0 <= key }?.0)
        #expect(map.element(atOrAfter: key)?.key == model.first { $0.0 >= key }?.0)
        #expect(map.element(after: key)?.key == model.first { $0.0 > key }?.0)
      }
      #expect(isRight(map, model))
    }
  }

  @Test("Every range of keys of every small map is taken and removed, and the parts are merged again")
  func everyRange() {
    for count in [0, 1, 4, 5, 9, 17, 23] {
      let (map, model) = make(count)
      for low in -1...2 * count {
        #expect(isRight(map[low...], model.filter { $0.0 >= low }))
        #expect(isRight(map[..<low], model.filter { $0.0 < low }))
        #expect(isRight(map[...low], model.filter { $0.0 <= low }))
        for high in low...2 * count + 1 {
          let isRangeRight =
            isRight(map[low..<high], model.filter { $0.0 >= low && $0.0 < high })
            && isRight(map[low...high], model.filter { $0.0 >= low && $0.0 <= high })
          #expect(isRangeRight, "map[\(low)..<\(high)] of \(count)")
          var rest = map
          rest.removeAll(in: low..<high)
          #expect(
            isRight(rest, model.filter { $0.0 < low || $0.0 >= high }),
            "without \(low)..<\(high) of \(count)"
          )
          var closed = map
          closed.removeAll(in: low...high)
          #expect(
            isRight(closed, model.filter { $0.0 < low || $0.0 > high }),
            "without \(low)...\(high) of \(count)"
          )
          rest.merge(map[low..<high]) { _, _ in Wide(-2) }
          #expect(rest == map, "\(low)..<\(high) of \(count) taken out and merged")
        }
      }
    }
  }

  private func isRight(_ map: Map, _ model: [(Int, Wide)]) -> Bool {
    map.tree.brokenInvariant(separatorsMatch: ==) == nil && map.count == model.count
      && map.elementsEqual(model) { $0.key == $1.0 && $0.value == $1.1 }
  }
}
