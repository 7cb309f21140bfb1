import Strata
import StrataInspection

/// What a question about a history is answered, before it is written as text or as JSON.
enum InspectAnswer {
  case timeline(Inspection, last: Int?)
  case value(ValuePath, PlainValue)
  case differences(Moment, Moment, [Difference])
  case blame(ValuePath, [Blame])
  case found(String, [FoundMoment])
  case moment(Moment, bytes: Int)
  case statistics(InspectionStatistics)
  case done(String)
  case help
}
