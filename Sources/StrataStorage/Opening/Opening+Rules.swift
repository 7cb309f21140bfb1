import StrataCore

extension Opening {
  static var repairedLabel: String { "Repair" }

  /// Returns the state as its rules repair it; nil where they leave it as it was found.
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
    if repaired.isWritten(as: state) { return nil }
    if let reason = whyUnwritable(repaired) {
      let reason = "what a rule makes of it cannot be written: \(reason)"
      guard found.isAsSaved else { throw StateFileError.corrupt(path: path, reason: reason, place: nil) }
      found.report.brokenRule = reason
      return nil
    }
    found.report.isRepaired = true
    return repaired
  }

  /// Why a state could not be saved, or not be read again; nil where it could.
  private func whyUnwritable(_ state: State) -> String? {
    do {
      let size = try file.envelope.encode(state).count
      return size <= file.sizeLimit ? nil : "it takes \(size) bytes, and the limit is \(file.sizeLimit)"
    } catch {
      return "\(error)"
    }
  }
}
