import Strata

/// Names a step for menus, in the singular or the plural: "Complete Todo", "Complete 3 Todos".
func label(_ verb: String, _ count: Int, _ one: String, _ many: String, _ rest: String = "") -> String {
  let object = count == 1 ? one : "\(count) \(many)"
  return rest.isEmpty ? "\(verb) \(object)" : "\(verb) \(object) \(rest)"
}

extension Recording {
  /// A step that goes on as long as the same thing is typed into, or dragged, without a longer pause.
  static func gesture(_ label: String, on subject: String) -> Recording {
    .merge(label, key: subject, within: .seconds(2))
  }
}
