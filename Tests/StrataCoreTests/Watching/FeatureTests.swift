import Observation
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

@Suite("A feature's view of a store")
struct FeatureTests {
  struct Cart: Equatable, Sendable {
    var lines: [String] = []
    var gift = Gift()

    struct Gift: Described, Equatable {
      var price = 0.0

      enum Action: Sendable { case price(Double) }

      static func describe(_ field: inout Fields<Gift>) { field("price", \.price) }
    }

    enum Action: Sendable {
      case add(String)
      case gift(Gift.Action)
    }
  }

  struct Shop: Reducible {
    var cart = Cart()
    var visits = 0

    enum Action: Sendable {
      case cart(Cart.Action)
      case visit
    }

    mutating func reduce(_ action: Action) {
      switch action {
      case .cart(.add(let line)): cart.lines.append(line)
      case .cart(.gift(.price(let price))): cart.gift.price = price
      case .visit: visits += 1
      }
    }

    func recording(of action: Action) -> Recording {
      if case .visit = action { .untracked } else { .step("Shop") }
    }
  }

  let store = Store(Shop(), undoing: \.cart)
  var cart: Feature<Cart, Cart.Action> { store.feature(\.cart) { .cart($0) } }
  var gift: Feature<Cart.Gift, Cart.Gift.Action> { cart.feature(\.gift) { .gift($0) } }

  @Test("A feature sends actions to the store with their author, and its state is its part")
  func sending() throws {
    try cart.send(.add("Tea"), as: "agent")
    try gift.send(.price(2))
    #expect(store.state.cart == cart.state && cart.state.lines == ["Tea"] && gift.state.price == 2)
    #expect(store.timeline.map(\.author) == [.user, "agent", .user])
    try store.undo()
    #expect(gift.state.price == 0)
  }

  @Test("Its observers hear of their part alone, whoever changed it and however deep it lies")
  func observing() throws {
    let heard = Heard<String>()
    let tokens = [
      cart.observe { heard.add("cart \($0.lines.count) \($1.lines.count)") },
      gift.observe { heard.add("gift \($0.price) \($1.price)") },
    ]
    try store.send(.visit)
    try cart.send(.add("Tea"))
    try store.send(.cart(.gift(.price(3))))
    try store.undo()
    #expect(heard.all == ["cart 0 1", "cart 1 1", "gift 0.0 3.0", "cart 1 1", "gift 3.0 0.0"])
    tokens.forEach { $0.cancel() }
    try cart.send(.add("Rice"))
    #expect(heard.all.count == 5)
  }

  @Test("A described part counts as changed when its encoding differs: -0.0 is not 0.0")
  func zeros() throws {
    let heard = Heard<Bool>()
    let outer = cart.observe { _, _ in heard.add(false) }
    let token = gift.observe { heard.add($1.price.sign == .minus || $1.price.isNaN) }
    // The part around it is not described, and equal: nothing is heard of that.
    try gift.send(.price(-0.0))
    #expect(heard.all == [true])
    outer.cancel()
    for _ in 0..<2 { try gift.send(.price(.nan)) }
    #expect(heard.all == [true, true])
    token.cancel()
  }
}
