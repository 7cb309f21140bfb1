import StrataCore

/// Keeps a store that is only read as the writer's is.
final class Following<State: Reducible & DescribedValue>: Sendable {
  private let opening: Opening<State>
  private let store: Store<State>
  private let follower: WriterLock<LogFollower<State>>

  init(_ opening: Opening<State>, _ follower: LogFollower<State>, _ store: Store<State>) {
    (self.opening, self.follower, self.store) = (opening, WriterLock(follower), store)
  }

  /// The position of the store in the log.
  var position: ChangePosition? { follower.withLock { $0.position } }

  /// Takes in what a writer has changed.
  func catchUp(onlySettled: Bool) throws -> FollowOutcome {
    // An observer of a change may ask for the position meanwhile: no lock is held.
    var follower = try self.follower.takeTurn { $0 }
    defer {
      self.follower.withLock { $0 = follower }
      self.follower.giveTurn()
    }
    let isRolledBack: Bool
    do {
      switch try follower.advance(store, onlySettled: onlySettled) {
      case .nothing: return .nothing
      case .changes(let count): return .changes(count)
      case .another(let isGone): isRolledBack = isGone
      }
    } catch let error as StoreError {
      throw error
    } catch let error as StateFileError {
      throw error
    } catch let unsettled as UnconfirmedWrite {
      throw unsettled.error
    } catch {
      // The reading of all the files reports what the error means.
      isRolledBack = false
    }
    guard let again = try opening.readAgain() else { return .nothing }
    if onlySettled {
      do throws(UnconfirmedWrite) { try again.log?.settle() } catch { throw error.error }
    }
    try store.follow(anew: again.store, again.follower.position?.number ?? 0)
    follower = again.follower
    return isRolledBack ? .rolledBack(to: again.follower.position) : .readAnew
  }
}

/// The news from a writer that is followed.
public enum FollowOutcome: Equatable, Sendable {
  /// Nothing has changed.
  case nothing
  /// So many changes were taken in, one after the other; observers were told of each.
  case changes(Int)
  /// The log has no way on from what was known: state and history were read anew, and observers were told of it as one change.
  case readAnew
  /// The same, and changes that were known are gone: the writer could not keep what the log ended with. It has gone on from a
  /// position, or without a log where that is nil.
  case rolledBack(to: ChangePosition?)
}
