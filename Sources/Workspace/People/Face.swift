import Strata

/// What a face looks like.
public struct Face: Equatable, Sendable {
  /// The colour of hair.
  public enum HairColor: String, Codable, CaseIterable, Sendable {
    case black, brown, blond, red, grey, white
  }

  /// The length of hair.
  public enum HairLength: String, Codable, CaseIterable, Sendable {
    case bald, short, medium, long
  }

  /// The colour of eyes.
  public enum EyeColor: String, Codable, CaseIterable, Sendable {
    case brown, blue, green, grey
  }

  /// The hair beside that of the head.
  public enum FacialHair: String, Codable, CaseIterable, Sendable {
    case none, moustache, beard
  }

  /// The colour of the hair.
  public var hairColor = HairColor.brown
  /// The length of the hair.
  public var hairLength = HairLength.medium
  /// The colour of the eyes.
  public var eyes = EyeColor.brown
  /// The beard, or none.
  public var facialHair = FacialHair.none
  /// Whether there are glasses.
  public var glasses = false

  /// A face with medium brown hair and brown eyes.
  public init() {}
}

extension Face: Described {
  /// Tells the fields.
  public static func describe(_ field: inout Fields<Face>) {
    field("hairColor", \.hairColor)
    field("hairLength", \.hairLength)
    field("eyes", \.eyes)
    field("facialHair", \.facialHair)
    field("glasses", \.glasses)
  }
}
extension Face.HairColor: DescribedLeaf {}
extension Face.HairLength: DescribedLeaf {}
extension Face.EyeColor: DescribedLeaf {}
extension Face.FacialHair: DescribedLeaf {}
