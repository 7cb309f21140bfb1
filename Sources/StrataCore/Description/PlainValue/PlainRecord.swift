/// Plain values by name, in the order of the names' bytes, no name twice.
public struct PlainRecord: Sendable {
  /// One name and what it stands for.
  public struct Member: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value under the name.
    public var value: PlainValue

    init(_ name: String, _ value: PlainValue) {
      self.name = name
      self.value = value
    }

    /// Whether names and values are written the same.
    public static func == (left: Member, right: Member) -> Bool {
      left.name.isWritten(as: right.name) && left.value == right.value
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(PlainValue.text(name))
      hasher.combine(value)
    }
  }

  /// The names and values, in order.
  public internal(set) var members: [Member]

  /// A record without members.
  public init() { members = [] }

  /// Makes a record of members in any order; of a name that is there twice, the first one stays.
  init(members: [Member]) {
    let isInOrder = zip(members, members.dropFirst()).allSatisfy { $0.name.isWritten(before: $1.name) }
    self.members = isInOrder ? members : members.sorted { $0.name.isWritten(before: $1.name) }
    guard !isInOrder else { return }
    var last: String?
    self.members.removeAll { member in
      defer { last = member.name }
      return last.map(member.name.isWritten(as:)) ?? false
    }
  }

  /// The value under a name, found by the name's bytes; nil when the record does not have the name.
  ///
  /// - Complexity: O(log *n*) to read and to replace, O(*n*) to insert and to remove.
  public subscript(name: String) -> PlainValue? {
    get {
      let place = place(of: name)
      return has(name, at: place) ? members[place].value : nil
    }
    set {
      let place = place(of: name)
      switch (has(name, at: place), newValue) {
      case (true, let value?): members[place].value = value
      case (true, nil): members.remove(at: place)
      case (false, let value?): members.insert(Member(name, value), at: place)
      case (false, nil): break
      }
    }
  }

  func has(_ name: String, at place: Int) -> Bool {
    place < members.count && members[place].name.isWritten(as: name)
  }

  /// The index of the member with a name, or the index at which it would be inserted.
  func place(of name: String) -> Int {
    members.partitioningIndex { !$0.name.isWritten(before: name) }
  }
}

extension PlainRecord: Hashable {}

extension RandomAccessCollection where Index == Int {
  /// The first place from which on `belongs` is true; it has to be false before.
  func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension PlainRecord: ExpressibleByDictionaryLiteral {
  /// Makes a record of the given members; of a name that is there twice, the first one stays.
  public init(dictionaryLiteral members: (String, PlainValue)...) {
    self.init(members: members.map { Member($0.0, $0.1) })
  }
}
