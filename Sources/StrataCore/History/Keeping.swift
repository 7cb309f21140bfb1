/// How much of a history is kept, and how its older moments are.
///
///     Store(AppState(), undoing: \.document)  // 10,000 steps
///     Store(AppState(), undoing: \.document, keeping: .all)
///     Store(AppState(), undoing: \.document, keeping: .steps(1_000))
///     Store(AppState(), undoing: \.document, keeping: .bytes(50_000_000))
///     Store(AppState(), undoing: \.document, keeping: Keeping(steps: 1_000, bytes: 50_000_000))
///
/// When there is more than a limit allows, the oldest tips of other branches go first, then the oldest moments; the present
/// always stays.
///
/// Going to a moment that is kept as a value swaps one value for another. Older ones are packed, as the steps that lead to them,
/// in pages of few bytes: going there applies the steps from the nearest value on the way. Answers are the same. Under a limit in
/// bytes that is done sooner, where values take more than a quarter of it. What undo covers has to be described for that, and for
/// a limit in bytes: else all moments are values, as nothing could tell what a step changed, or keeps alive; a store that is to
/// count bytes all the same takes no changes, and says so as ``StoreError/notDescribed``.
public struct Keeping: Hashable, Sendable {
  /// How many steps are kept, over all branches together: so many can be undone; nil for any number.
  public let steps: Int?
  /// How many bytes the history may keep alive beyond the present, as ``Store/historyBytes`` counts them; nil for any number.
  public let bytes: Int?
  /// How many moments before the newest stay as values, beside it and the one that it was made from; nil for all of them.
  public let snapshots: Int?
  /// How many steps a page has.
  let pageSize: Int
  /// How many steps are kept where undo covers what is not described, if that is another number.
  private let undescribedSteps: Int?

  /// Says what is kept.
  ///
  /// - Parameters:
  ///   - steps: How many steps; at least 0, with which none can be undone. Nil for any number.
  ///   - bytes: How many bytes; at least 0. Nil for any number.
  ///   - snapshots: How many moments before the newest stay as values; nil for all of them, which a limit in bytes takes for the
  ///     number that there is without it.
  public init(steps: Int? = nil, bytes: Int? = nil, snapshots: Int? = 32) {
    self.init(steps: steps, bytes: bytes, snapshots: snapshots, pageSize: 32)
  }

  init(steps: Int? = nil, bytes: Int? = nil, snapshots: Int?, pageSize: Int, undescribedSteps: Int? = nil) {
    self.undescribedSteps = undescribedSteps
    self.steps = steps.map { max(0, $0) }
    self.bytes = bytes.map { max(0, $0) }
    let snapshots = snapshots ?? (bytes == nil ? nil : 32)
    self.snapshots = snapshots.map { min(max(0, $0), Int(UInt32.max)) }
    self.pageSize = min(max(1, pageSize), 64)
  }

  /// What a store keeps that is told nothing else: 10,000 steps, older moments packed; and 100 where undo covers what is not
  /// described, as each of these is a whole value.
  public static let standard = Keeping(steps: 10_000, snapshots: 32, pageSize: 32, undescribedSteps: 100)

  /// Everything, older moments packed.
  ///
  /// It grows for as long as the store lives: by some twenty bytes for a key that is typed, a hundred for a change of a field,
  /// and by all that a step made where undo covers what is not described, which is a whole copy of a plain array or dictionary.
  public static let all = Keeping()

  /// Everything, each moment as a value: undo and jumps are as quick as can be anywhere, and a step costs the nodes that it made.
  public static let unpacked = Keeping(snapshots: nil)

  /// The newest steps: so many can be undone.
  public static func steps(_ count: Int) -> Keeping { Keeping(steps: count) }

  /// As many of the newest steps as fit into so many bytes.
  public static func bytes(_ count: Int) -> Keeping { Keeping(bytes: count) }

  /// The same without a limit.
  package var unlimited: Keeping { limited(toSteps: nil).limited(toBytes: nil) }

  /// The same with another number of steps.
  func limited(toSteps steps: Int?) -> Keeping { with(steps, bytes) }

  /// The same with another number of bytes.
  func limited(toBytes bytes: Int?) -> Keeping { with(steps, bytes) }

  /// The same for a history of one domain.
  func applied(to domain: UndoDomain) -> Keeping {
    limited(toSteps: domain.described == nil ? undescribedSteps ?? steps : steps)
  }

  private func with(_ steps: Int?, _ bytes: Int?) -> Keeping {
    Keeping(steps: steps, bytes: bytes, snapshots: snapshots, pageSize: pageSize)
  }
}
