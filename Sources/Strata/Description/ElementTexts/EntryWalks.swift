import PersistentCollections

/// What the walks through the entries of a map have in common.
protocol EntryWalk: ElementWalk
where Collection: KeyedStructure, Place == EntryPlace<Collection.Key, Collection.Value> {
  var walks: KeyedWalks<Collection> { get }
  var keys: AnyValueShape { get }
  var values: AnyValueShape { get }
}

extension EntryWalk {
  func forEach(in collection: UnsafeRawPointer, _ body: (Place) -> Void) {
    walks.forEachEntry(collection, body)
  }

  func forEachDifference(
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer,
    _ body: (Place?, Place?) -> Void
  ) {
    walks.forEachDifference(old, new, body)
  }

  /// Writes the value of an entry, after its key.
  func writeValue(_ place: Place, to json: inout JSONWriter) throws(PatchError) {
    do throws(PatchError) {
      try values.write(place.value, to: &json, remembering: nil)
    } catch {
      throw error.inside(.key(try keys.plain(place.key)))
    }
  }
}

/// Entries whose keys are numbers: names in the order of the numbers, as a person expects them.
struct NumberedEntries<Collection: KeyedStructure>: EntryWalk {
  let walks: KeyedWalks<Collection>
  let keys: AnyValueShape
  let values: AnyValueShape
  var isRecord: Bool { true }

  func key(of place: EntryPlace<Collection.Key, Collection.Value>) -> Int {
    UnsafeRawPointer(place.key).load(as: Int.self)
  }

  func write(
    _ place: EntryPlace<Collection.Key, Collection.Value>,
    _ key: Int,
    to json: inout JSONWriter
  ) throws(PatchError) {
    json.writeName(number: key)
    try writeValue(place, to: &json)
  }
}

/// Entries whose keys are names, in the order of their bytes.
struct NamedEntries<Collection: KeyedStructure>: EntryWalk {
  let walks: KeyedWalks<Collection>
  let keys: AnyValueShape
  let values: AnyValueShape
  var isRecord: Bool { true }

  func key(of place: EntryPlace<Collection.Key, Collection.Value>) throws(PatchError) -> ElementName {
    ElementName(text: try keys.plain(place.key).name)
  }

  func write(
    _ place: EntryPlace<Collection.Key, Collection.Value>,
    _ key: ElementName,
    to json: inout JSONWriter
  ) throws(PatchError) {
    json.writeName(key.text)
    try writeValue(place, to: &json)
  }
}

/// Entries of which each is a key and then a value in a list, in the order of the keys' plain values.
struct PairedEntries<Collection: KeyedStructure>: EntryWalk {
  let walks: KeyedWalks<Collection>
  let keys: AnyValueShape
  let values: AnyValueShape
  var isRecord: Bool { false }

  func key(of place: EntryPlace<Collection.Key, Collection.Value>) throws(PatchError) -> PlainValue {
    try keys.plain(place.key)
  }

  func write(
    _ place: EntryPlace<Collection.Key, Collection.Value>,
    _ key: PlainValue,
    to json: inout JSONWriter
  ) throws(PatchError) {
    json.write(key)
    try writeValue(place, to: &json)
  }
}

/// The members of a set, in the order of their plain values.
struct Members<Collection: MemberStructure>: ElementWalk {
  let walks: MemberWalks<Collection>
  let members: AnyValueShape
  var isRecord: Bool { false }

  func forEach(in collection: UnsafeRawPointer, _ body: (UnsafePointer<Collection.Member>) -> Void) {
    walks.forEachMember(collection, body)
  }

  func forEachDifference(
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer,
    _ body: (UnsafePointer<Collection.Member>?, UnsafePointer<Collection.Member>?) -> Void
  ) {
    walks.forEachDifference(old, new, body)
  }

  func key(of place: UnsafePointer<Collection.Member>) throws(PatchError) -> PlainValue {
    try members.plain(place)
  }

  func write(
    _ place: UnsafePointer<Collection.Member>,
    _ key: PlainValue,
    to json: inout JSONWriter
  ) throws(PatchError) {
    try members.write(place, to: &json, remembering: nil)
  }
}
