/// Where in a log a state file stands: all changes up to this one are in the state.
package struct LogMark: Equatable, Sendable {
  package var id: String
  package var sequence: Int

  package init(id: String, sequence: Int) {
    (self.id, self.sequence) = (id, sequence)
  }
}
