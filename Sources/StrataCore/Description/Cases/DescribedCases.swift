/// An enum that tells its cases, with what each of them carries.
///
///     enum Ending: DescribedCases, Equatable {
///       case open
///       case done(at: Timestamp)
///       case moved(to: Int, reason: String)
///
///       static func describe(_ oneOf: inout Cases<Ending>) {
///         oneOf("open", .open)
///         oneOf("done", "at", as: Ending.done) { if case .done(let at) = $0 { at } else { nil } }
///         oneOf("moved", "to", "reason", as: Ending.moved) {
///           if case .moved(let to, let reason) = $0 { (to, reason) } else { nil }
///         }
///       }
///     }
///
/// It is written as `Codable` writes enums: `{"done":{"at":…}}`. Two values of one case are compared inside, so that a
/// change of what a case carries is that change alone, and cases evolve as records do; see ``Cases``.
///
/// An enum of raw values, or one that has a form of its own, is a ``DescribedLeaf``.
public protocol DescribedCases: DescribedValue {
  /// Calls `oneOf` with every case: its name, the names of what it carries, how it is made, and how it is taken apart.
  static func describe(_ oneOf: inout Cases<Self>)
}

extension DescribedCases {
  /// The cases of an enum.
  public static var _shape: ValueShape<Self> { ShapeTable.shape(of: Self.self) { CasesShape(Self.describe) } }

  /// Makes a value of the case that was encoded.
  public init(from decoder: any Decoder) throws { try self.init(plainFrom: decoder) }

  /// Encodes what the case carries under the case's name.
  public func encode(to encoder: any Encoder) throws { try encodePlain(to: encoder) }
}
