import Strata
import Workspace

extension ReviewView {
  /// A row for what can be rejected by itself: its number, what the step is called, and what it did.
  func rows(_ style: Style) -> Rows {
    if items.isEmpty { return Rows(["nothing"]) }
    let width = String(items.count).count
    return Rows(count: items.count) { range in
      let shown = Array(items[range])
      return zip(range, zip(shown, stories(shown, style))).map { place, told in
        let (item, story) = told
        let remark = item.moment.remark.map { "  (\(printable($0)))" } ?? ""
        let number = style.faint(padded("\(place + 1)", width))
        return "  \(number)  \(printable(item.moment.label)): \(story)\(remark)"
      }
    }
  }

  /// What some items did, each as the workspace was before and after its step.
  static func stories(of items: [Item], in store: Store<AppState>, _ style: Style) -> [String] {
    var stories = [String?](repeating: nil, count: items.count)
    var places: [Moment.ID: [Int]] = [:]
    for (place, item) in items.enumerated() { places[item.moment.id, default: []].append(place) }
    // From the end, so that each state is made from the one after it.
    store.forEachStep(to: places.keys.sorted().reversed()) { id, before, after in
      let words = ValueWords(after.document)
      for place in places[id] ?? [] {
        stories[place] = items[place].story(from: before.document, to: after.document, words, style)
      }
    }
    return zip(stories, items).map { $0 ?? $1.story(from: nil, to: nil, ValueWords(nil), style) }
  }

  /// The same where the workspace as it was is not known.
  static func stories(of items: [Item], _ style: Style) -> [String] {
    items.map { $0.story(from: nil, to: nil, ValueWords(nil), style) }
  }
}

extension ReviewView.Item {
  /// What it did, as a difference has it: `~ todo 3  title: "Milk" → "Cream"`.
  fileprivate func story(
    from before: Document?,
    to after: Document?,
    _ words: ValueWords,
    _ style: Style
  ) -> String {
    let (path, kind) = (change.path, change.kind)
    if other != nil, case .removed(let value) = kind, let place = ThingPlace(path, in: before, or: value) {
      return place.changed(nil)
    }
    if other != nil, case .inserted(let value) = kind, let place = ThingPlace(path, in: after, or: value) {
      return place.changed(nil)
    }
    switch kind {
    case .inserted(.text(let day)) where isOfPages(path): return style.good("+ the page of \(day)")
    case .removed(.text(let day)) where isOfPages(path): return style.bad("- the page of \(day)")
    case .inserted(let value):
      guard let place = ThingPlace(path, in: after, or: value) else { break }
      guard place.rest.isEmpty else { return place.changed("+ \(words.value(value, of: place.fieldName))") }
      if let thing = place.thing { return thing.came(style) }
    case .removed(let value):
      guard let place = ThingPlace(path, in: before, or: value) else { break }
      guard place.rest.isEmpty else { return place.changed("- \(words.value(value, of: place.fieldName))") }
      if let thing = place.thing { return thing.gone(style) }
    case .updated(let old, let new):
      guard let place = ThingPlace(path, in: after) else { break }
      return place.changed(words.change(from: old, to: new, of: place.fieldName))
    case .spliced(_, let old, let new):
      guard let place = ThingPlace(path, in: after) else { break }
      let change =
        switch (old, new) {
        case (.text(""), _): "+ \(words.value(new, of: place.fieldName))"
        case (_, .text("")): "- \(words.value(old, of: place.fieldName))"
        default: words.change(from: old, to: new, of: place.fieldName)
        }
      return place.changed(change)
    }
    return printable("\(change)")
  }

  private func isOfPages(_ path: [PathComponent]) -> Bool { path.dropLast().last == .field("pages") }
}

extension ThingPlace {
  /// A line for what changed at a place of a thing.
  ///
  /// - Parameter change: What happened there; nil where the thing stands elsewhere.
  fileprivate func changed(_ change: String?) -> String {
    let name = isName ? nil : thing?.name
    let what = change.map { "\(field): \($0)" } ?? "stands elsewhere"
    return printable("~ \(kind) \(id)" + (name.map { " \"\($0)\"" } ?? "") + "  \(what)")
  }
}
