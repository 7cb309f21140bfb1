import Strata

extension Opening {
  static var repairedLabel: String { "Repair" }

  /// What the rules of the state make of what was found; nil where they leave it as it is.
  func repaired(_ found: inout Found) throws -> State? {
    let state = found.later?.state ?? found.state
    var repaired = state
    do throws(StateFileError) {
      found.report.brokenRule =
        try file.envelope.applyRules(to: &repaired, asSaved: found.isAsSaved, of: path)
    } catch {
      try file.refuse(error)
      throw error
    }
    found.report.isRepaired = !repaired.isWritten(as: state)
    return found.report.isRepaired ? repaired : nil
  }
}
