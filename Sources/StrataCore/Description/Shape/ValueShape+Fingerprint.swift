extension AnyValueShape {
  /// Sixteen digits that change when what the descriptions say of the files of this type does.
  var fingerprint: String {
    var shapes: [AnyValueShape] = []
    var numbers: [ObjectIdentifier: Int] = [:]
    for shape in reachable.map(\.inFiles) where numbers[ObjectIdentifier(shape)] == nil {
      numbers[ObjectIdentifier(shape)] = shapes.count
      shapes.append(shape)
    }
    let text = shapes.map { $0.trait { numbers[ObjectIdentifier($0.inFiles)] ?? 0 } }.joined(separator: "\n")
    // FNV-1a: an app has few types, and gains nothing by two with one fingerprint.
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
