/// The markup of a page, before its script fills it.
enum PageMarkup {
  static let beginning = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
    <link rel="icon" href="data:,">
    <title>History</title>

    """

  static let body = """
    </head>
    <body>
    <header>
      <h1 id="title"></h1>
      <p id="facts"></p>
      <ul id="remarks" hidden></ul>
    </header>
    <main>
      <section id="timeline" aria-label="Timeline">
        <form id="filters" role="search" aria-label="Filters">
          <label class="field"><span>Place</span>
            <input id="place" type="search" autocomplete="off" spellcheck="false"></label>
          <label class="field"><span>Author</span><select id="author"></select></label>
          <p id="count" role="status"></p>
        </form>
        <div id="rows" role="listbox" tabindex="0" aria-label="Moments"><div id="canvas" role="presentation"></div></div>
      </section>
      <section id="moment" aria-labelledby="label" tabindex="-1">
        <div id="head">
          <p id="number"></p>
          <h2 id="label"></h2>
          <p id="words"></p>
          <p id="marks"></p>
        </div>
        <h3 id="changes-title">What changed</h3>
        <ol id="changes" aria-labelledby="changes-title"></ol>
        <div id="state-head"><h3 id="state-title">State</h3>
          <span class="buttons"><button type="button" id="unfold">Unfold</button>
          <button type="button" id="fold">Fold</button>
          <button type="button" id="copy">Copy as JSON</button></span></div>
        <p id="no-state" hidden></p>
        <ul id="state" aria-labelledby="state-title"></ul>
      </section>
    </main>
    <footer aria-label="Travel">
      <canvas id="bars" aria-hidden="true" height="34"></canvas>
      <input id="slider" type="range" min="0" value="0" aria-label="Moment">
      <div id="player">
        <button type="button" id="first" aria-label="The oldest moment" title="The oldest moment (Home)">
          <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 3v10M13 3l-7 5 7 5z"/></svg></button>
        <button type="button" id="back" aria-label="One moment back" title="One moment back (←)">
          <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M12 3l-7 5 7 5z"/></svg></button>
        <button type="button" id="play" aria-label="Play" title="Play (space)">
          <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 3l9 5-9 5z"/></svg></button>
        <button type="button" id="forth" aria-label="One moment on" title="One moment on (→)">
          <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M5 3l7 5-7 5z"/></svg></button>
        <button type="button" id="last" aria-label="The newest moment" title="The newest moment (End)">
          <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M12 3v10M3 3l7 5-7 5z"/></svg></button>
        <button type="button" id="to-present">Present</button>
        <label id="pace-field"><span>Pace</span><select id="pace"><option value="1200">slow</option>
          <option value="500" selected>even</option><option value="150">fast</option></select></label>
      </div>
    </footer>
    <p id="said" role="status" aria-live="polite"></p>
    <noscript><p>This page draws the history by a script of its own; it needs one to be allowed.</p></noscript>

    """
}
