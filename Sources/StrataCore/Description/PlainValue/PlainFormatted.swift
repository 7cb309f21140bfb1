/// A type whose plain form is not what its `Codable` conformance writes, because encoders treat it specially.
///
/// Foundation's JSON coders write a `URL` as a text and `Data` in base 64, whatever the types' own conformances say;
/// plain values are the same. A date is a text, which people read.
package protocol PlainFormatted {
  /// The value as it stands in JSON.
  var plainForm: PlainValue { get }
  /// Makes the value of its plain form, or nil when that is none.
  init?(plainForm: PlainValue)
}
