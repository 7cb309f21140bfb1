/// A type whose plain form is not what its `Codable` conformance writes, because encoders treat it specially.
///
/// Foundation's JSON coders write a `URL` as a text and `Data` in base 64, whatever the types' own conformances say;
/// plain values are the same, so that both read each other's files.
package protocol PlainFormatted {
  /// The value as it stands in JSON.
  var plainForm: PlainValue { get }
  /// Makes the value of its plain form, or nil when that is none.
  init?(plainForm: PlainValue)
}

extension Double {
  /// The same number with more room; a NaN keeps its payload, which a conversion by the processor would change.
  init(keeping value: Float) {
    guard value.isNaN else {
      self = Double(value)
      return
    }
    let sign = UInt64(value.bitPattern & 0x8000_0000) << 32
    self = Double(bitPattern: sign | 0x7FF0_0000_0000_0000 | UInt64(value.bitPattern & 0x007F_FFFF) << 29)
  }
}

extension Float {
  /// The nearest number with less room, or nil when it is beyond all of them; a NaN has to fit with its payload.
  init?(nearest value: Double) {
    if value.isNaN {
      let payload = UInt32(truncatingIfNeeded: value.bitPattern >> 29) & 0x007F_FFFF
      let sign = UInt32(truncatingIfNeeded: value.bitPattern >> 32) & 0x8000_0000
      self = Float(bitPattern: sign | 0x7F80_0000 | payload)
      guard Double(keeping: self).bitPattern == value.bitPattern else { return nil }
    } else {
      self = Float(value)
      guard isFinite == value.isFinite else { return nil }
    }
  }
}
