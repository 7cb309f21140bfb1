/// How a page looks: calm, in light and in dark, from 390 to 1,600 pixels.
enum PageStyle {
  static let text = """
    :root {
      --paper: #fbfaf8; --card: #ffffff; --ink: #23252b; --soft: #686c77; --line: #e4e2dd; --accent: #3a62c9;
      --pick: #e9eefb; --come: #e4f3e6; --come-ink: #1d6b32; --go: #fbe9e7; --go-ink: #a3352a; --move: #fff3d6;
      --move-ink: #80580a; --lane0: #3a62c9; --lane1: #b4632b; --lane2: #2f8a6b; --lane3: #8b4fb0; --bar: #c9cbd3;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #16181d; --card: #1d2026; --ink: #e4e5ea; --soft: #9a9eab; --line: #2d313a; --accent: #8fadff;
        --pick: #263150; --come: #1b3424; --come-ink: #8fd6a3; --go: #40221f; --go-ink: #f2a59b; --move: #3b3119;
        --move-ink: #ecc878; --lane0: #8fadff; --lane1: #e5a06c; --lane2: #6fcfae; --lane3: #c79be6; --bar: #444955;
      }
    }
    * { box-sizing: border-box; }
    html { height: 100%; }
    body {
      margin: 0; height: 100%; display: grid; grid-template-rows: auto minmax(0, 1fr) auto;
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
      color: var(--ink); background: var(--paper); accent-color: var(--accent);
    }
    h1, h2, h3, p, ul, ol { margin: 0; padding: 0; }
    ul, ol { list-style: none; }
    bdi, .value, .path, #label, #title { unicode-bidi: isolate; overflow-wrap: anywhere; }
    header { padding: 14px 20px 12px; border-bottom: 1px solid var(--line); background: var(--card); }
    h1 { font-size: 17px; font-weight: 650; line-height: 1.3; }
    #facts { color: var(--soft); font-size: 13px; }
    #remarks { margin-top: 6px; color: var(--go-ink); font-size: 13px; }
    #remarks li { background: var(--go); border-radius: 6px; padding: 3px 9px; margin-top: 4px; }
    main { display: grid; grid-template-columns: minmax(300px, 34%) minmax(0, 1fr); min-height: 0; }
    #timeline { display: grid; grid-template-rows: auto minmax(0, 1fr); border-right: 1px solid var(--line); min-height: 0; container-type: inline-size; }
    #filters { display: flex; gap: 8px; padding: 10px 14px 8px; align-items: end; flex-wrap: wrap; }
    .field { display: grid; font-size: 12px; color: var(--soft); flex: 1 1 110px; }
    input[type=search], select {
      font: inherit; font-size: 14px; color: var(--ink); background: var(--card); border: 1px solid var(--line);
      border-radius: 7px; padding: 4px 8px; width: 100%; min-height: 32px;
    }
    #count { font-size: 12px; color: var(--soft); flex-basis: 100%; font-variant-numeric: tabular-nums; }
    #rows { overflow: hidden auto; position: relative; outline-offset: -2px; contain: strict; }
    #canvas { position: relative; }
    .row {
      position: absolute; left: 0; right: 0; height: 30px; display: flex; align-items: center; gap: 8px;
      padding-right: 12px; cursor: default; white-space: nowrap; font-size: 14px;
    }
    .row:hover { background: color-mix(in srgb, var(--pick) 45%, transparent); }
    .row[aria-selected=true] { background: var(--pick); }
    .row svg { flex: none; height: 30px; overflow: visible; }
    .row .id { color: var(--soft); font-size: 12px; min-width: 2.2em; text-align: right; font-variant-numeric: tabular-nums; }
    .row .text { overflow: hidden; text-overflow: ellipsis; flex: 1 1 6em; min-width: 3em; width: 0; }
    .row .time { color: var(--soft); font-size: 12px; font-variant-numeric: tabular-nums; }
    .badge {
      font-size: 11.5px; border: 1px solid currentColor; border-radius: 99px; padding: 0 7px; color: var(--soft);
      flex: 0 1 auto; min-width: 2em; max-width: 14em; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
      display: inline-block; vertical-align: bottom;
    }
    .badge.present { color: var(--accent); }
    .badge.saved { color: var(--come-ink); }
    .badge.name { color: var(--move-ink); flex-shrink: 20; }
    .badge.author { max-width: 8em; flex-shrink: 0.1; }
    header, #timeline, #moment, footer { contain: layout style; }
    #moment { overflow-y: auto; padding: 18px 24px 40px; min-height: 0; outline: none; }
    #number { color: var(--soft); font-size: 13px; font-variant-numeric: tabular-nums; }
    h2 { font-size: 23px; font-weight: 650; line-height: 1.25; }
    #words { color: var(--soft); font-size: 14px; margin-top: 2px; }
    #marks { display: flex; gap: 6px; margin-top: 6px; flex-wrap: wrap; min-height: 0; }
    #marks:empty { display: none; }
    h3 { font-size: 13px; font-weight: 650; color: var(--soft); margin: 20px 0 6px; }
    #changes li { padding: 5px 0 6px; border-top: 1px solid var(--line); }
    #changes li:first-child { border-top: 0; }
    .path, .value, .key, .lines { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
    .path { color: var(--soft); display: block; }
    .value { white-space: pre-wrap; border-radius: 4px; padding: 0 4px; }
    .old { background: var(--go); color: var(--go-ink); text-decoration: line-through; text-decoration-thickness: 1px; }
    .new { background: var(--come); color: var(--come-ink); }
    .moved { background: var(--move); color: var(--move-ink); }
    .arrow { color: var(--soft); padding: 0 6px; }
    .lines { white-space: pre-wrap; border-radius: 6px; overflow: hidden; overflow-wrap: anywhere; }
    .lines span { display: block; padding: 0 6px; min-height: 1.5em; }
    .lines .gap { color: var(--soft); }
    .nothing { color: var(--soft); font-size: 14px; }
    #state-head { display: flex; align-items: end; justify-content: space-between; gap: 8px; flex-wrap: wrap; }
    button {
      font: inherit; font-size: 13px; color: var(--ink); background: var(--card); border: 1px solid var(--line);
      border-radius: 7px; padding: 3px 10px; min-height: 30px; cursor: pointer;
    }
    button:hover { border-color: var(--accent); }
    .buttons { display: flex; gap: 6px; }
    #state ul { margin-left: 9px; border-left: 1px solid var(--line); padding-left: 10px; }
    #state li > .line { display: flex; align-items: baseline; gap: 6px; border-radius: 5px; padding: 1px 4px; }
    #state .fold {
      border: 0; background: none; padding: 0 2px; min-height: 0; display: flex; gap: 6px; align-items: baseline;
      font: inherit; text-align: left; color: inherit; min-width: 0;
    }
    #state .caret { color: var(--soft); font-size: 10px; width: 10px; flex: none; }
    #state .leaf { padding-left: 18px; }
    .key { color: var(--accent); overflow-wrap: anywhere; }
    .key::after { content: ":"; color: var(--soft); }
    .sum { color: var(--soft); font-size: 13px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
    .t-text { color: var(--ink); } .t-number { color: var(--lane2); } .t-word { color: var(--lane3); }
    li.added > .line { background: var(--come); } li.changed > .line { background: var(--move); }
    li.moved-here > .line { background: var(--move); } li.removed > .line { background: var(--go); }
    li.inside > .line .caret { color: var(--accent); }
    .more { margin: 3px 0 3px 18px; }
    footer { border-top: 1px solid var(--line); background: var(--card); padding: 4px 20px 10px; }
    #bars { width: 100%; height: 34px; display: block; cursor: pointer; }
    #slider { width: 100%; margin: 0; display: block; }
    #player { display: flex; gap: 6px; align-items: center; margin-top: 6px; flex-wrap: wrap; }
    #player button { min-width: 38px; }
    #player svg {
      width: 14px; height: 14px; display: block; margin: auto; fill: currentColor; stroke: currentColor;
      stroke-width: 1.5; stroke-linejoin: round;
    }
    #pace-field { display: flex; gap: 6px; align-items: center; font-size: 13px; color: var(--soft); margin-left: auto; }
    #pace-field select { width: auto; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
    #said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    [hidden] { display: none !important; }
    /* Where there is no room for both, a name says more than a time, which stands beside the moment, too. */
    @container (max-width: 360px) { .row:has(.badge) .time { display: none; } }
    @media (max-width: 760px) {
      header { padding: 10px 14px 8px; }
      main { grid-template-columns: minmax(0, 1fr); grid-template-rows: minmax(150px, 32%) minmax(0, 1fr); }
      #timeline { border-right: 0; border-bottom: 1px solid var(--line); }
      #filters { padding: 6px 10px 4px; } #filters .field { grid-template-columns: auto 1fr; gap: 6px; align-items: center; }
      #moment { padding: 12px 14px 30px; }
      h2 { font-size: 19px; }
      footer { padding: 2px 14px 8px; }
      #pace-field span { display: none; }
      #player { gap: 4px; } #player button { min-width: 34px; padding: 3px 7px; } #pace-field select { padding: 4px 2px; }
    }
    @media print { body { display: block; } #rows, footer, #filters { display: none; } }
    """
}
