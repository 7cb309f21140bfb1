import PersistentCollections
import TestSupport
import Testing

@Suite("Every small case of a persistent array")
struct PersistentArrayExhaustiveTests {
  @Test("Every range of every small array is replaced by every small number of elements, shared and unshared")
  func replacements() {
    for count in [0, 1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 21, 33] {
      for lower in Swift.stride(from: count % Soak.stride(3), through: count, by: Soak.stride(3)) {
        for upper in lower...count {
          for added in [0, 1, 2, 3, 4, 5, 9] {
            for isShared in [false, true] {
              guard replace(lower..<upper, of: count, with: added, isShared: isShared) else { return }
            }
          }
        }
      }
    }
  }

  private func replace(_ range: Range<Int>, of count: Int, with added: Int, isShared: Bool) -> Bool {
    let new = (0..<added).map { Wide(100 + $0) }
    var model = (0..<count).map { Wide($0) }
    var array = PersistentArray(model)
    let hidden = isShared ? array : []
    let before = isShared ? model : []
    model.replaceSubrange(range, with: new)
    array.replaceSubrange(range, with: new)
    let broken = array.tree.brokenInvariant()
    let isRight = broken == nil && array.elementsEqual(model) && hidden.elementsEqual(before)
    if !isRight {
      Issue.record(
        """
        \(broken ?? "the elements are \(array) and \(hidden)") after
        var array = PersistentArray((0..<\(count)).map { Wide($0) })
        \(isShared ? "let hidden = array" : "")
        array.replaceSubrange(\(range), with: (0..<\(added)).map { Wide(100 + $0) })
        """
      )
    }
    return isRight
  }

  @Test("Every array up to a size is cut everywhere, and its parts are joined with those of every other")
  func cutsAndJoins() {
    let sizes = [0, 1, 3, 4, 5, 8, 12, 16, 20, 36, 68]
    for size in sizes {
      let whole = PersistentArray((0..<size).map { Wide($0) })
      for position in 0...size {
        let (before, after) = whole.split(at: position)
        let isRight =
          before.elementsEqual((0..<position).map { Wide($0) })
          && after.elementsEqual((position..<size).map { Wide($0) })
          && (before + after).elementsEqual(whole) && (before + after).tree.brokenInvariant() == nil
        #expect(isRight, "PersistentArray((0..<\(size)).map { Wide($0) }).split(at: \(position))")
        for other in sizes {
          let joined = after + PersistentArray((0..<other).map { Wide($0) }) + before
          let expected =
            (position..<size).map { Wide($0) } + (0..<other).map { Wide($0) }
            + (0..<position).map { Wide($0) }
          let isJoined = joined.elementsEqual(expected) && joined.tree.brokenInvariant() == nil
          #expect(isJoined, "parts of \(size) at \(position) around \(other)")
        }
      }
    }
  }

  @Test(
    "An array of every size to 200 is the same however it came about, and edited at either end and in the middle"
  )
  func allSizes() {
    var appended: PersistentArray<Wide> = []
    for size in 0...200 {
      let model = (0..<size).map { Wide($0) }
      let made = PersistentArray(model)
      var prepended: PersistentArray<Wide> = []
      for element in model.reversed() { prepended.insert(element, at: 0) }
      for array in [appended, made, prepended] {
        #expect(array == made && array.elementsEqual(model) && array.tree.brokenInvariant() == nil, "\(size)")
      }
      for position in Set([0, size / 3, size]) {
        var (changed, expected) = (prepended, model)
        changed.insert(Wide(-1), at: position)
        expected.insert(Wide(-1), at: position)
        #expect(
          changed.elementsEqual(expected) && changed.tree.brokenInvariant() == nil,
          "\(size) at \(position)"
        )
        changed.remove(at: position)
        #expect(changed == made && changed.tree.brokenInvariant() == nil, "\(size) at \(position)")
      }
      appended.append(Wide(size))
    }
  }

  @Test("Every slice of a small array has the elements and the positions of an array's slice")
  func slices() {
    let model = (0..<23).map { Wide($0) }
    let array = PersistentArray(model)
    for lower in 0...23 {
      for upper in lower...23 {
        let slice = array[lower..<upper]
        #expect(slice.indices == lower..<upper)
        #expect(Array(slice) == Array(model[lower..<upper]))
        #expect(PersistentArray(slice) == PersistentArray(model[lower..<upper]))
        var changed = array
        changed[lower..<upper] = PersistentArray([Wide(7)])[...]
        var changedModel = model
        changedModel[lower..<upper] = [Wide(7)]
        #expect(Array(changed) == changedModel)
        #expect(array.elementsEqual(model))
      }
    }
  }
}
