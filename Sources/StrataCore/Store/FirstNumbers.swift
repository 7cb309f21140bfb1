/// The numbers that a store begins to count from: 0, save in tests of what happens when it has run out of them.
@usableFromInline
struct FirstNumbers: Sendable {
  var moment = Moment.ID.first
  var revision = 0
  var scope = 0
  var event = 0
}
