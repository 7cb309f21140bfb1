/// An object that counts how many of its kind are alive, to see that none is lost or released twice.
final class Tallied {
  final class Census {
    var alive = 0
  }

  let number: Int
  private let census: Census

  init(_ number: Int, in census: Census) {
    self.number = number
    self.census = census
    census.alive += 1
  }

  deinit { census.alive -= 1 }
}
