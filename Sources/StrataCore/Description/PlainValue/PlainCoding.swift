extension DescribedValue {
  /// Makes a value of what another encoder wrote: its plain form, in which numbers may have more digits than their types.
  init(plainFrom decoder: any Decoder) throws {
    let plain = try PlainCoding(from: decoder).plain
    do throws(PatchError) {
      self = try JSONReader.reading(plain.json) { reader throws(PatchError) in try Self(reading: &reader) }
    } catch {
      let path = decoder.codingPath + error.path.map(PlainCodingKey.init)
      throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "\(error.reason)"))
    }
  }

  /// Encodes the plain form.
  func encodePlain(to encoder: any Encoder) throws {
    try PlainCoding(plain: PlainValue(of: self)).encode(to: encoder)
  }
}

/// A plain value as other encoders write it, as the same lists, records and words.
private struct PlainCoding: Codable {
  let plain: PlainValue

  init(plain: PlainValue) { self.plain = plain }

  init(from decoder: any Decoder) throws {
    if let source = decoder as? PlainSource {
      // A record in a leaf.
      plain = source.plain
    } else if let record = try? decoder.container(keyedBy: PlainCodingKey.self) {
      let members = try record.allKeys.map { key in
        let isNull = try record.decodeNil(forKey: key)
        let value = isNull ? .null : try record.decode(PlainCoding.self, forKey: key).plain
        return PlainRecord.Member(key.stringValue, value)
      }
      plain = .record(PlainRecord(members: members.sorted { $0.name.isWritten(before: $1.name) }))
    } else if var list = try? decoder.unkeyedContainer() {
      var values: [PlainValue] = []
      while !list.isAtEnd {
        values.append(try list.decodeNil() ? .null : try list.decode(PlainCoding.self).plain)
      }
      plain = .list(values)
    } else {
      plain = try Self.word(try decoder.singleValueContainer())
    }
  }

  private static func word(_ container: any SingleValueDecodingContainer) throws -> PlainValue {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int64.self) {
      // Some decoders make 0 of -0.
      if value == 0, let number = try? container.decode(Double.self), number.sign == .minus {
        return .number(number)
      }
      return .integer(value)
    }
    if let value = try? container.decode(UInt64.self) { return .unsigned(value) }
    if let value = try? container.decode(Double.self) { return .number(value) }
    return .text(try container.decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    switch plain {
    case .list(let list):
      var container = encoder.unkeyedContainer()
      for value in list { try container.encode(PlainCoding(plain: value)) }
    case .record(let record):
      var container = encoder.container(keyedBy: PlainCodingKey.self)
      for member in record.members {
        try container.encode(PlainCoding(plain: member.value), forKey: PlainCodingKey(member.name))
      }
    default:
      var container = encoder.singleValueContainer()
      switch plain {
      case .bool(let value): try container.encode(value)
      case .integer(let value): try container.encode(value)
      case .unsigned(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      case .null, .list, .record: try container.encodeNil()
      }
    }
  }
}
