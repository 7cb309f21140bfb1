/// The groups of steps that are open in a store. The store adds the steps of a group's author to the group.
///
/// It is a class, so that a store without open groups passes on only nil.
package final class OpenGroups: Sendable {
  /// One of them.
  struct Group: Sendable {
    let id: Int
    /// The label of the group's step.
    let label: String
    /// The author and the app's note; nil for the app's user without a note.
    let provenance: Provenance?
    /// The key that merges the group's steps into one.
    let merging: Merging
    /// The moments that it has made, the first one first: one, as long as nothing else is done in between.
    var moments: [Moment.ID] = []

    init(id: Int, label: String, provenance: Provenance?) {
      (self.id, self.label, self.provenance, merging) = (id, label, provenance, Merging(group: id))
    }

    var author: Author { provenance?.author ?? .user }
  }

  private let all: [Group]

  /// Nil for none.
  init?(_ all: [Group]) {
    if all.isEmpty { return nil }
    self.all = all
  }

  /// An author's group.
  func group(of author: Author) -> Group? { all.first { $0.author == author } }

  /// The group with a number.
  subscript(id: Int) -> Group? { all.first { $0.id == id } }

  /// The same, and another group.
  static func adding(_ group: Group, to groups: OpenGroups?) -> OpenGroups? {
    OpenGroups((groups?.all ?? []) + [group])
  }

  /// The same without a group.
  func removing(_ id: Int) -> OpenGroups? { OpenGroups(all.filter { $0.id != id }) }

  /// The same, where a step of a group has led to a moment.
  func noting(_ moment: Moment.ID, in id: Int) -> OpenGroups? {
    OpenGroups(
      all.map { group in
        guard group.id == id, group.moments.last != moment else { return group }
        var group = group
        group.moments.append(moment)
        return group
      }
    )
  }
}
