/// The limits of a history, and the form of its older moments.
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
/// A jump to a moment that is kept as a value swaps one value for another. Older moments are packed, as the steps that lead
/// to them, in pages of few bytes: a jump there applies the steps from the nearest value on the way. Both forms give the same
/// answers. Under a limit in bytes, moments are packed sooner, where values take more than a quarter of it. Packing and a
/// limit in bytes require that the fields that undo covers are described. Otherwise all moments are values, because the store
/// cannot tell the changes of a step, or the bytes that it keeps alive. A store that has to count bytes without a description
/// takes no changes, and throws ``StoreError/notDescribed``.
public struct Keeping: Hashable, Sendable {
  /// The number of steps that are kept, over all branches together, and so the number that can be undone; nil for any number.
  public let steps: Int?
  /// The bytes that the history may keep alive beyond the present, as ``Store/historyBytes`` counts them; nil for any number.
  public let bytes: Int?
  /// The number of moments before the newest that stay as values, beside it and the moment that it was made from; nil for all
  /// moments.
  public let snapshots: Int?
  /// The number of steps in a page.
  let pageSize: Int
  /// The number of steps that are kept where undo covers fields that are not described, if that is another number.
  private let undescribedSteps: Int?

  /// Creates the given limits.
  ///
  /// - Parameters:
  ///   - steps: The number of steps; at least 0, with which no step can be undone. Nil for any number.
  ///   - bytes: The number of bytes; at least 0. Nil for any number.
  ///   - snapshots: The number of moments before the newest that stay as values; nil for all moments. Under a limit in bytes,
  ///     nil stands for the default number.
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

  /// The default of a store: 10,000 steps, with older moments packed. The limit is 100 steps where undo covers fields that
  /// are not described, as each of these steps is a whole value.
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
