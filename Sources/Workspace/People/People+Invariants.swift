extension People {
  /// Looks for what cannot be in a list of people, however it came about; nil when there is nothing.
  func inconsistency() -> String? {
    let tags = list.map(\.tag)
    if let tag = tags.first(where: { !IDCounter.ids.contains($0) }) {
      return "\(tag) is no tag for a person."
    }
    return Set(tags).count == tags.count ? nil : "Two people have the same tag."
  }
}
