struct ReportPage { init(_ r: Results) {}; var html = "" }
struct Picture { init(_ r: Results) {}; var svg = "" }
struct ReadmeBlock { init(_ r: Results) {}; func put(into s: String) -> String { s } }
