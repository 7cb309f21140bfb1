import Workspace

/// What a person sees first: the page that they left, and what may come next.
func greeting(_ repl: REPL, _ style: Style) -> [String] {
  let state = repl.state
  let page = state.document.journal.pageInView(state.session.page).map(state.document.journal.page)
  let today = repl.now().day
  var lines = Answer.page(page?.filtered(by: state.session.filter)).text(style)
  if let newest = state.document.journal.pages.last, newest < today {
    lines.append("It is \(today) now. Try: start today")
  }
  if page == nil {
    lines.append(style.faint("help shows all commands; quit leaves. Everything is saved as you go."))
  }
  return lines
}
