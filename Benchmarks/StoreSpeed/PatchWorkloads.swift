import Measuring
import PersistentCollections
import StrataCore

/// A state as deep and a todo as wide as an app's, described.
@Described
struct DescribedState: Codable, Equatable {
  @Described
  struct Document: Codable, Equatable {
    var journal = Journal()
  }

  @Described
  struct Journal: Codable, Equatable {
    var pages: PersistentArray<Int> = []
    var todos: PersistentMap<Int, Todo> = [:]
  }

  @Described
  struct Todo: Codable, Equatable {
    var id = 0
    var title = ""
    var done = false
    var category: Int?
    var timestamp = 0.0
  }

  var document = Document()
  var selection: Int?

  init() {}

  init(todos count: Int) {
    for id in 1...count {
      let title = "Write report \(1_000_000 + id)"
      document.journal.todos[id] = Todo(
        id: id,
        title: title,
        done: false,
        category: id % 7,
        timestamp: Double(id)
      )
    }
  }
}

/// The cost of patches, and of footprints.
enum PatchWorkloads {
  static func add(to suite: inout Suite) {
    suite.add("patch", "one field of one todo among n: finding the patch, packing, applying, inverting") {
      run in
      let state = DescribedState(todos: run.n)
      var random = SplitMix64(seed: 1)
      let edits = 1_000
      let pairs = (0..<edits).map { number in
        var after = state
        let title = "Rename report \(2_000_000 + number)"
        after.document.journal.todos[random.below(run.n) + 1]?.title = title
        return after
      }
      var patches: [Patch] = []
      let found = try run.median {
        patches = []
        return try nanoseconds { for after in pairs { patches.append(try Patch(from: state, to: after)) } }
          / Double(edits)
      }
      let packed = patches.map(\.packed)
      let applied = try run.median {
        try nanoseconds { for patch in patches { blackHole(try state.applying(patch)) } } / Double(edits)
      }
      let packing = run.median {
        nanoseconds { for patch in patches { blackHole(patch.packed) } } / Double(edits)
      }
      let unpacking = try run.median {
        try nanoseconds { for bytes in packed { blackHole(try Patch(packed: bytes)) } } / Double(edits)
      }
      run.record("find", "ns/patch", found)
      run.record("apply", "ns/patch", applied)
      run.record("pack", "ns/patch", packing)
      run.record("unpack", "ns/patch", unpacking)
      let bytes = packed.map(\.count).reduce(0, +)
      run.record("packed", "bytes/patch", Double(bytes) / Double(edits))
    }

    suite.add("footprint", "the nodes, texts and arrays of n todos, and of a version with one edit") { run in
      let live = Heap.liveBytes
      let state = DescribedState(todos: run.n)
      let grown = Heap.liveBytes - live
      var edited = state
      edited.document.journal.todos[1]?.title = "Another title for todo number one"
      let measured = run.median { nanoseconds { blackHole(state.heapFootprint) } / Double(run.n) }
      run.record("measure", "ns/todo", measured)
      run.record("footprint", "bytes/todo", Double(state.heapFootprint.bytes) / Double(run.n))
      run.record("live heap", "bytes/todo", Double(grown) / Double(run.n))
      run.record("one edit alone", "bytes", Double(edited.heapFootprint(notIn: [state]).bytes))
    }
  }
}
