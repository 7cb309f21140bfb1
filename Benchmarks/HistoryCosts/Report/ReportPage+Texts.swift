import Measuring

extension ReportPage {
  var bytesBySize: String {
    """
    A copy of everything grows with everything. What a closure, a command or a step stack keeps does not, and \
    neither does what a persistent snapshot adds, save for the few levels that a larger tree is deeper. Each point is \
    after as many steps as there were, up to \(readableCount(Results.manySteps)).
    """
  }

  var bytesBySteps: String {
    """
    At \(readableCount(results.longSize)) items. An attic begins where snapshots are, since the newest moments stay snapshots, and comes down below \
    what commands keep as older ones are packed. Room that a growing array has to spare shows in the others.
    """
  }

  static let actions = """
    One action, not one step: a keystroke, not a word. It is the time of the thread's processor, with the reducer in \
    it. A store does more than the bare strategies: it checks, locks, labels, and can branch.
    """

  static let undos = """
    One of the newest steps is taken back, or forward again. Snapshots switch a pointer, whatever the step did; \
    the others do the opposite of what was done.
    """

  var jumps: String {
    """
    To the beginning, to the end, or to steps here and there, of histories of so many steps over \
    \(readableCount(results.longSize)) items. \
    Strategies that can only step have to take every step between.
    """
  }

  static let layout = """

    * { box-sizing: border-box; }
    body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
    main { max-width: 1160px; margin: 0 auto; padding: 24px 16px 64px; }
    h1 { font-size: 28px; line-height: 1.2; margin: 8px 0 12px; }
    h2 { display: inline; font-size: 18px; line-height: 1.3; }
    h3 { font-size: 16px; margin: 24px 0 8px; }
    p { max-width: 72ch; margin: 8px 0 12px; }
    .soft, figcaption { color: var(--soft); font-weight: 400; }
    .found { font-size: 19px; line-height: 1.45; }
    .opening { max-width: 680px; }
    .legend { list-style: none; padding: 8px 0; margin: 16px 0; display: flex; flex-wrap: wrap; gap: 2px 18px; font-size: 13px; position: sticky; top: 0; background: var(--page); border-bottom: 1px solid var(--line); }
    .swatch { width: 28px; height: 12px; margin-right: 6px; }
    details { border-bottom: 1px solid var(--line); padding: 10px 0; }
    dt { font-weight: 600; margin-top: 8px; }
    dd { margin: 0; }
    .grid { display: grid; gap: 20px 28px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr)); }
    figure { margin: 0; min-width: 0; }
    figure .chart { display: block; width: 100%; height: auto; }
    figcaption { font-size: 13px; line-height: 1.4; }
    .scrolling { overflow-x: auto; }
    table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
    th, td { text-align: left; padding: 3px 12px 3px 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
    th { color: var(--soft); font-weight: 600; }
    .figure { text-align: right; }
    summary { cursor: pointer; }
    """
}
