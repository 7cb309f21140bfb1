import PersistentCollections

// How entries stand in JSON: under names in a record, or each key before its value in a list.

extension KeyedShape {
  /// Reads a record, and makes a map of its members.
  func entries<Result>(
    _ json: inout JSONReader,
    _ make: (NextEntry<Map.Key, Map.Value>) throws(PatchError) -> Result
  ) throws(PatchError) -> Result {
    let keys = keys.shape(of: Map.Key.self)
    let values = values.shape(of: Map.Value.self)
    let isNumbered = Map.Key.self == Int.self
    var isFirst = true
    var last: JSONName?
    try json.enter(.record)
    var reader = json
    defer { json = reader }
    do throws(PatchError) {
      return try make { newKey, newValue throws(PatchError) in
        guard try reader.next(in: .record, isFirst: &isFirst) else { return false }
        let name = try reader.name()
        last = name
        do throws(PatchError) {
          if isNumbered, let number = reader.number(name) {
            newValue.initialize(to: try values.read(&reader))
            // The key's type was found to be this one.
            UnsafeMutableRawPointer(newKey).storeBytes(of: number, as: Int.self)
          } else {
            let key = try keys.make(fromName: reader.string(name))
            newValue.initialize(to: try values.read(&reader))
            newKey.initialize(to: key)
          }
          return true
        } catch {
          reader.note(misfit: name.range.lowerBound - 1)
          throw error.inside(.key(.text(reader.string(name))))
        }
      }
    } catch {
      guard error == PatchError(equalKeys: ()), let last else { throw error }
      throw reader.error(.duplicate(name: reader.string(last)), at: last.range.lowerBound - 1)
    }
  }

  /// Writes entries whose keys are numbers as they come, which is in order.
  func writeNumbered(_ value: UnsafeRawPointer, to json: inout JSONWriter) throws(PatchError) {
    let values = values.shape
    var failure: PatchError?
    walks.forEachEntry(value) { place in
      guard failure == nil else { return }
      let key = UnsafeRawPointer(place.key).load(as: Int.self)
      do throws(PatchError) {
        json.writeName(number: key)
        try values.write(place.value, to: &json)
      } catch {
        failure = error.inside(.key(.integer(Int64(key))))
      }
    }
    if let failure { throw failure }
  }

  func elementsInOrder(
    of value: UnsafeRawPointer,
    in json: borrowing JSONWriter
  ) -> ElementsInOrder {
    let (keys, values) = (keys.shape, values.shape)
    var elements = ElementsInOrder(in: json)
    walks.forEachEntry(value) { place in
      elements.add { () throws(PatchError) in
        try keys.plain(place.key)
      } write: { key, json throws(PatchError) in
        do throws(PatchError) {
          try values.write(place.value, to: &json)
        } catch {
          throw error.inside(.key(key))
        }
      }
    }
    return elements
  }
}
