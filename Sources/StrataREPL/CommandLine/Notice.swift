extension Options.Notice {
  /// What a page of help says; nothing for what is no page.
  var text: String {
    switch self {
    case .help: usageText
    case .inspecting: inspectUsageText
    case .following: followUsageText
    case .sharing: sharingUsageText
    case .version, .manual, .completions: ""
    }
  }
}
