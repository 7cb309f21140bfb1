import PersistentCollections

/// A collection of values without order and without doubles, as a description sees it.
@usableFromInline
protocol MemberStructure: CollectionStructure where Place == UnsafePointer<Member> {
  associatedtype Member: DescribedValue & Hashable

  init()
  func contains(_ member: Member) -> Bool
  mutating func insert(member: Member)
  mutating func remove(member: Member) -> Member?
  func forEachDifference(
    from old: Self,
    by areSame: (Place, Place) -> Bool,
    _ body: (_ before: Place?, _ after: Place?) -> Void
  )
}

/// The walks through a set, compiled where its type is known.
@usableFromInline
struct MemberWalks<Set: MemberStructure> {
  @usableFromInline typealias Visit = (Set.Place?, Set.Place?) throws(PatchError) -> Void

  @usableFromInline let members: CollectionWalks<Set>
  /// Visits members that came, went, or do not lie there byte for byte as they did, up to the first error.
  @usableFromInline let forEachDifference:
    (_ old: ValuePlace, _ new: ValuePlace, Visit) throws(PatchError) -> Void
  /// Makes a set of members.
  ///
  /// - Throws: `PatchError.Reason.alreadyThere` where a member is equal to an earlier one.
  @usableFromInline let make: (_ next: () throws(PatchError) -> Set.Member?) throws(PatchError) -> Set

  @inlinable
  init() {
    members = CollectionWalks()
    forEachDifference = { old, new, body throws(PatchError) in
      let (old, new) = (old.pointer(to: Set.self), new.pointer(to: Set.self))
      var walk = ThrowingWalk()
      new.pointee.forEachDifference(from: old.pointee) { before, after in
        areSameBytes(ValuePlace(before), ValuePlace(after), MemoryLayout<Set.Member>.size)
      } _: { before, after in
        walk.visit { () throws(PatchError) in try body(before, after) }
      }
      try walk.end()
    }
    make = { next throws(PatchError) in
      var set = Set()
      while let member = try next() {
        if set.contains(member) { throw PatchError(.alreadyThere) }
        set.insert(member: member)
      }
      return set
    }
  }
}
