import PersistentCollections
import StrataCore

/// An item as the standard library's collections hold it.
protocol PlainItem: Equatable, Sendable {
  /// The item that an edit inserts.
  static func made(by edit: Edit, at key: Int) -> Self
  /// Carries out what an edit does to one item.
  mutating func take(_ edit: Edit)
  /// A copy that shares no text with this one.
  func copied() -> Self
  /// Hands on the texts that lie in blocks beside the item, but for those that another version of it shares.
  func forEachText(notIn other: Self?, _ body: (String) -> Void)
}

extension PlainItem {
  /// Returns the bytes of the texts in blocks beside the item, without the texts that another version shares.
  func textBytes(notIn other: Self? = nil) -> Int {
    var bytes = 0
    forEachText(notIn: other) { bytes += $0.blockBytes }
    return bytes
  }

  /// Counts those texts, each block once however many items share it.
  func addTexts(to meter: inout FootprintMeter, notIn other: Self?) {
    forEachText(notIn: other) { meter.measure($0) }
  }
}

/// The change of one item in a step: `old` is nil for an inserted item, `new` is nil for a removed item.
struct ItemChange<Item: PlainItem>: Sendable {
  var key: Int
  var old: Item?
  var new: Item?

  var inverse: ItemChange { ItemChange(key: key, old: new, new: old) }

  /// Counts the texts of both versions, but for those that the present state has.
  func addTexts<State: PlainState>(to meter: inout FootprintMeter, beside state: State)
  where State.Item == Item {
    let present = state.item(at: key)
    old?.addTexts(to: &meter, notIn: present)
    new?.addTexts(to: &meter, notIn: present)
  }
}

/// The changes of a step: mostly of one item, sometimes of many.
enum ItemChanges<Item: PlainItem>: Sendable {
  case one(ItemChange<Item>)
  case many([ItemChange<Item>])

  /// The same with what `later` did to the same items on top.
  func extended(by later: ItemChanges) -> ItemChanges {
    guard case .one(var change) = self, case .one(let other) = later else { return later }
    change.new = other.new
    return .one(change)
  }

  /// The bytes of the texts that the changes remove, and of the texts that they insert.
  var textBytes: (replaced: Int, made: Int) {
    var (replaced, made) = (0, 0)
    forEach { change in
      replaced += change.old?.textBytes(notIn: change.new) ?? 0
      made += change.new?.textBytes(notIn: change.old) ?? 0
    }
    return (replaced, made)
  }

  func forEach(_ body: (ItemChange<Item>) -> Void) {
    switch self {
    case .one(let change): body(change)
    case .many(let changes): for change in changes { body(change) }
    }
  }
}

/// A state in the standard library's collections: what an app has that does not use this package.
protocol PlainState: Equatable, Sendable {
  associatedtype Item: PlainItem

  /// The item at a key.
  func item(at key: Int) -> Item?
  /// Puts an item in the place of another one, or there, or away.
  mutating func apply(_ change: ItemChange<Item>)
  /// A copy that shares nothing with this one.
  func copied() -> Self
  /// Counts the blocks of the collections that a change is about; of all, where there is none.
  func addTables(changedBy changes: ItemChanges<Item>?, to meter: inout FootprintMeter)
  /// The bytes of the texts of all items.
  var textBytes: Int { get }
}

extension PlainState {
  /// Returns the changes that an edit makes to this state, before they are made.
  func changes(by edit: Edit) -> ItemChanges<Item> {
    switch edit.change {
    case .insert(let key): .one(ItemChange(key: key, old: nil, new: .made(by: edit, at: key)))
    case .remove(let key): .one(ItemChange(key: key, old: item(at: key), new: nil))
    case .file(let keys, _): .many(keys.map { changed(at: $0, by: edit) })
    case .tick(let key, _), .retitle(let key), .slide(let key): .one(changed(at: key, by: edit))
    }
  }

  private func changed(at key: Int, by edit: Edit) -> ItemChange<Item> {
    let old = item(at: key)
    var new = old
    new?.take(edit)
    return ItemChange(key: key, old: old, new: new)
  }

  mutating func apply(_ changes: ItemChanges<Item>) {
    switch changes {
    case .one(let change): apply(change)
    case .many(let changes): for change in changes { apply(change) }
    }
  }

  mutating func unapply(_ changes: ItemChanges<Item>) {
    switch changes {
    case .one(let change): apply(change.inverse)
    case .many(let changes): for change in changes.reversed() { apply(change.inverse) }
    }
  }
}

extension PlainState {
  /// Returns the bytes of the blocks of the collections that a change is about; of all blocks, if there is no change.
  func tableBytes(changedBy changes: ItemChanges<Item>? = nil) -> Int {
    var meter = FootprintMeter()
    addTables(changedBy: changes, to: &meter)
    return meter.total.bytes
  }
}

extension Dictionary: PlainState where Key == Int, Value: PlainItem {
  func item(at key: Int) -> Value? { self[key] }

  mutating func apply(_ change: ItemChange<Value>) { self[change.key] = change.new }

  func copied() -> Self {
    var copy = Self(minimumCapacity: count)
    for (key, value) in self { copy[key] = value.copied() }
    return copy
  }

  func addTables(changedBy changes: ItemChanges<Value>?, to meter: inout FootprintMeter) {
    meter.countTable(self)
  }

  var textBytes: Int { values.reduce(0) { $0 + $1.textBytes() } }
}

extension Array: PlainState where Element: PlainItem {
  func item(at key: Int) -> Element? { indices.contains(key) ? self[key] : nil }

  mutating func apply(_ change: ItemChange<Element>) {
    switch (change.old, change.new) {
    case (nil, let new?): insert(new, at: change.key)
    case (_?, let new?): self[change.key] = new
    case (_?, nil): remove(at: change.key)
    case (nil, nil): break
    }
  }

  func copied() -> Self { map { $0.copied() } }

  func addTables(changedBy changes: ItemChanges<Element>?, to meter: inout FootprintMeter) {
    meter.countArray(self)
  }

  var textBytes: Int { reduce(0) { $0 + $1.textBytes() } }
}
