import PersistentCollections

/// A collection of values without order and without doubles, as a description sees it.
@usableFromInline
protocol MemberStructure {
  associatedtype Member: DescribedValue & Hashable

  init()
  var count: Int { get }
  func contains(_ member: Member) -> Bool
  mutating func insert(member: Member)
  mutating func remove(member: Member) -> Member?
  func forEachDifference(
    from old: Self,
    by areSame: (UnsafePointer<Member>, UnsafePointer<Member>) -> Bool,
    _ body: (_ before: UnsafePointer<Member>?, _ after: UnsafePointer<Member>?) -> Void
  )
  func forEachMember(_ body: (UnsafePointer<Member>) -> Void)
  func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: (UnsafePointer<Member>, inout FootprintMeter) -> Void
  )
  func addExchange(from old: Self, to exchange: inout FootprintExchange)
}

/// The walks through a set, compiled where its type is known.
@usableFromInline
struct MemberWalks<Set: MemberStructure> {
  @usableFromInline typealias Place = UnsafePointer<Set.Member>

  /// Visits members that came, went, or do not lie there byte for byte as they did.
  let forEachDifference: (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, (Place?, Place?) -> Void) -> Void
  /// Makes a set of members.
  ///
  /// - Throws: ``PatchError`` of equal keys where a member is equal to an earlier one.
  let make: (_ next: () throws(PatchError) -> Set.Member?) throws(PatchError) -> Set
  /// Counts new nodes, and visits the members in them.
  let addFootprint:
    (_ set: UnsafeRawPointer, inout FootprintMeter, (Place, inout FootprintMeter) -> Void) -> Void
  /// Counts the nodes that only one of two sets has, and leaves out what members keep beside them.
  let addExchange: CountingExchange
  /// Visits all members.
  let forEachMember: (_ set: UnsafeRawPointer, (Place) -> Void) -> Void

  @inlinable
  init() {
    self.init(
      forEachDifference: { old, new, body in
        let (old, new) = (old.assumingMemoryBound(to: Set.self), new.assumingMemoryBound(to: Set.self))
        new.pointee.forEachDifference(from: old.pointee) { before, after in
          areSameBytes(before, after, MemoryLayout<Set.Member>.size)
        } _: {
          body($0, $1)
        }
      },
      make: { next throws(PatchError) in
        var set = Set()
        while let member = try next() {
          if set.contains(member) { throw PatchError(equalKeys: ()) }
          set.insert(member: member)
        }
        return set
      },
      addFootprint: { set, meter, visit in
        set.assumingMemoryBound(to: Set.self).pointee.addFootprint(to: &meter) { visit($0, &$1) }
      },
      addExchange: { old, new, exchange in
        new.assumingMemoryBound(to: Set.self).pointee.addExchange(
          from: old.assumingMemoryBound(to: Set.self).pointee,
          to: &exchange
        )
      },
      forEachMember: { set, body in
        set.assumingMemoryBound(to: Set.self).pointee.forEachMember { body($0) }
      }
    )
  }

  @usableFromInline
  init(
    forEachDifference: @escaping (UnsafeRawPointer, UnsafeRawPointer, (Place?, Place?) -> Void) -> Void,
    make: @escaping (() throws(PatchError) -> Set.Member?) throws(PatchError) -> Set,
    addFootprint:
      @escaping (UnsafeRawPointer, inout FootprintMeter, (Place, inout FootprintMeter) -> Void) -> Void,
    addExchange: @escaping CountingExchange,
    forEachMember: @escaping (UnsafeRawPointer, (Place) -> Void) -> Void
  ) {
    self.forEachDifference = forEachDifference
    self.make = make
    self.addFootprint = addFootprint
    self.addExchange = addExchange
    self.forEachMember = forEachMember
  }
}
