import PersistentCollections

// How entries stand in JSON, and in plain values: under names in a record, or each key before its value in a list.

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
    var last = 0
    try json.enter(.record)
    var reader = json
    defer { json = reader }
    do throws(PatchError) {
      return try make { newKey, newValue throws(PatchError) in
        guard try reader.next(in: .record, isFirst: &isFirst) else { return false }
        reader.skipSpace()
        let start = reader.position
        last = start
        let number = isNumbered ? reader.numberedName() : nil
        let name = try number == nil ? reader.name() : nil
        do throws(PatchError) {
          if let number {
            try values.read(&reader, toEmpty: newValue)
            // The key's type was found to be this one.
            MutableValuePlace(newKey).storeBytes(of: number, as: Int.self)
          } else if let name {
            let key = try keys.make(fromName: reader.string(name))
            try keys.checkIsFound(key)
            try values.read(&reader, toEmpty: newValue)
            newKey.initialize(to: key)
          }
          return true
        } catch {
          reader.note(misfit: start)
          throw error.inside(.key(.text(reader.nameRead(at: start))))
        }
      }
    } catch {
      guard error == PatchError(.alreadyThere) else { throw error }
      throw reader.error(.duplicate(name: reader.nameRead(at: last)), at: last)
    }
  }

  /// Writes entries whose keys are numbers as they come, which is in order.
  func writeNumbered(_ value: ValuePlace, to json: inout JSONWriter) throws(PatchError) {
    let values = values.shape
    try walks.entries.forEach(value) { place throws(PatchError) in
      let key = ValuePlace(place.key).load(as: Int.self)
      do throws(PatchError) {
        json.writeName(number: key)
        try values.write(ValuePlace(place.value), to: &json)
      } catch {
        throw error.inside(.key(.integer(Int64(key))))
      }
    }
  }

  func elementsInOrder(
    of value: ValuePlace,
    in json: borrowing JSONWriter
  ) throws(PatchError) -> ElementsInOrder {
    let keys = KeyEncoding(keys.shape(of: Map.Key.self), wereShown: !json.checksLeaves)
    let values = values.shape
    var elements = ElementsInOrder(in: json)
    try walks.entries.forEach(value) { place throws(PatchError) in
      let key = try keys.plain(place.key) { Self.has($0, in: value) }
      try elements.add(key) { json throws(PatchError) in
        do throws(PatchError) {
          try values.write(ValuePlace(place.value), to: &json)
        } catch {
          throw error.inside(.key(key))
        }
      }
    }
    return elements
  }

  /// Makes a map of its plain form.
  ///
  /// - Throws: `PatchError.Reason.alreadyThere`, at the second key, where two keys are equal.
  func made(from plain: PlainValue, asSaved isAsSaved: Bool = true) throws(PatchError) -> Map {
    let entries = try PlainMap.entries(of: plain)
    let keys = keys.shape(of: Map.Key.self)
    let values = values.shape(of: Map.Value.self)
    let isRecord = if case .record = plain { true } else { false }
    var next = 0
    do throws(PatchError) {
      return try walks.make { newKey, newValue throws(PatchError) in
        guard next < entries.count else { return false }
        let (name, plain) = entries[next]
        next += 1
        do throws(PatchError) {
          let key =
            isRecord ? try keys.make(fromName: name.name) : try keys.make(from: name, asSaved: isAsSaved)
          try keys.checkIsFound(key)
          newValue.initialize(to: try values.make(from: plain, asSaved: isAsSaved))
          newKey.initialize(to: key)
          return true
        } catch {
          throw error.inside(.key(name))
        }
      }
    } catch {
      throw error == PatchError(.alreadyThere) ? error.inside(.key(entries[next - 1].key)) : error
    }
  }
}

extension ValueShape {
  /// Makes a value; of what a stranger wrote, also where it has more digits than the type.
  fileprivate func make(from plain: PlainValue, asSaved isAsSaved: Bool) throws(PatchError) -> Value {
    do throws(PatchError) {
      return try make(from: plain)
    } catch {
      if isAsSaved { throw error }
      let value = try? JSONReader.reading(plain.json) { reader throws(PatchError) in try read(&reader) }
      guard let value else { throw error }
      return value
    }
  }
}
