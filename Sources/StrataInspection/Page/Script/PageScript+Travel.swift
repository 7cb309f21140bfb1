extension PageScript {
  /// Going from moment to moment: by slider, keys, clicks, play and links.
  static let travel = #"""
    let current = -1, stateTrouble = null, timer = null, hashTimer = null;

    function drawHead(m) {
      $("number").textContent = `Moment ${m.id}`;
      $("label").textContent = seen(m.label);
      const words = [`${day.format(m.time)}, ${clock.format(m.time)}`];
      if (authorOf(m) !== "user") words.push(`by ${seen(authorOf(m))}`);
      if (m.more.by) words.push(m.more.by);
      if (m.parent >= 0 && m.parent !== m.index - 1) words.push(`follows on ${moments[m.parent].id}`);
      if (m.more.note !== undefined) words.push(seen(clipped(json(made(m.more.note)), 300)));
      words.push(`${numbers.format(m.bytes)} bytes`);
      $("words").textContent = words.join(" · ");
      $("marks").replaceChildren(...badges(m).map(([kind, text]) => element("span", "badge " + kind, seen(text))));
    }
    function tellPlace() {
      const slider = $("slider"), place = places.get(current);
      slider.disabled = shown.length < 2;
      if (place !== undefined) slider.value = String(place);
      const m = moments[current];
      slider.setAttribute("aria-valuetext", `Moment ${m.id}: ${seen(m.label)}`);
    }
    // Shows a moment.
    function go(index, isSilent) {
      const m = moments[index];
      if (!m) return;
      current = index;
      stateTrouble = null;
      let changes = { found: [], marks: null }, way = null;
      try {
        way = cursor.state === undefined ? [] : wayTo(index);
        const state = stateAt(index);
        if (m.patch) changes = changesOf(m.patch, state);
      } catch (trouble) {
        stateTrouble = String(trouble);
        if (Array.isArray(m.patch)) changes = changesOf(m.patch, null);
      }
      const touched = stateTrouble ? null : touchedBy(way, lastMarks, changes.marks);
      lastMarks = changes.marks;
      drawHead(m);
      drawChanges(m, changes.found);
      $("no-state").hidden = !stateTrouble;
      $("no-state").textContent = stateTrouble ? `The state cannot be shown: ${seen(stateTrouble)}` : "";
      if (touched) redrawState(touched); else drawState();
      reveal();
      drawRows();
      tellPlace();
      drawBars();
      if (!isSilent) $("said").textContent = `Moment ${m.id}: ${seen(m.label)}`;
      // Browsers take a hundred changes of an address in half a minute.
      clearTimeout(hashTimer);
      hashTimer = setTimeout(() => {
        if (location.hash !== "#moment=" + m.id) history.replaceState(null, "", "#moment=" + m.id);
      }, 300);
    }
    function step(by) {
      if (!shown.length) return;
      const place = places.get(current);
      if (place !== undefined) return go(shown[Math.max(0, Math.min(shown.length - 1, place + by))]);
      // It is filtered away: the next one that is not.
      const later = shown.findIndex(index => index > current), from = later < 0 ? shown.length : later;
      go(shown[Math.max(0, Math.min(shown.length - 1, by > 0 ? from + by - 1 : from + by))]);
    }
    function pause() {
      clearInterval(timer);
      timer = null;
      $("play").querySelector("path").setAttribute("d", "M4 3l9 5-9 5z");
      $("play").setAttribute("aria-label", "Play");
    }
    function play() {
      if (timer) return pause();
      if (shown.length && current === shown[shown.length - 1]) go(shown[0]);
      $("play").querySelector("path").setAttribute("d", "M5 3v10M11 3v10");
      $("play").setAttribute("aria-label", "Pause");
      timer = setInterval(() => {
        const before = current;
        step(1);
        if (current === before) pause();
      }, Number($("pace").value));
    }
    function linked() {
      const wanted = /^#moment=(\d+)$/.exec(location.hash);
      return wanted ? byId.get(Number(wanted[1])) : undefined;
    }

    document.title = seen(data.title);
    $("title").textContent = seen(data.title);
    const times = moments.map(m => m.time);
    const earliest = moments.length ? times.reduce((a, b) => Math.min(a, b)) : 0;
    const latest = moments.length ? times.reduce((a, b) => Math.max(a, b)) : 0;
    const span = day.format(earliest) === day.format(latest)
      ? `${day.format(earliest)}, ${clock.format(earliest)} to ${clock.format(latest)}`
      : `${day.format(earliest)} to ${day.format(latest)}`;
    $("facts").textContent = `${numbers.format(moments.length)} moments · ${span}`;
    $("remarks").hidden = !data.remarks.length;
    $("remarks").replaceChildren(...data.remarks.map(text => element("li", "", seen(text))));
    const changed = moments.find(m => Array.isArray(m.patch) && m.patch[0] === 1);
    $("place").placeholder = changed ? seen(pathsOf(changed.patch)[0].split("[")[0]) : "";
    $("author").append(new Option("everyone", ""), ...data.authors.map((name, index) => new Option(seen(name), String(index))));
    let waiting = null;
    $("place").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(filter, 120); });
    $("author").addEventListener("change", filter);
    $("filters").addEventListener("submit", event => event.preventDefault());
    $("slider").addEventListener("input", event => { if (shown.length) go(shown[Number(event.target.value)]); });
    $("first").addEventListener("click", () => step(-Infinity));
    $("back").addEventListener("click", () => step(-1));
    $("forth").addEventListener("click", () => step(1));
    $("last").addEventListener("click", () => step(Infinity));
    $("play").addEventListener("click", play);
    $("pace").addEventListener("change", () => { if (timer) { pause(); play(); } });
    $("to-present").addEventListener("click", () => go(present));
    $("unfold").addEventListener("click", () => { folds.clear(); everything = { depth: 99, size: Infinity, most: MOST }; drawState(); });
    $("fold").addEventListener("click", () => { folds.clear(); everything = { depth: 1, size: Infinity, most: MOST }; folds.set("", true); drawState(); });
    $("copy").addEventListener("click", async () => {
      try { await navigator.clipboard.writeText(json(cursor.state)); $("copy").textContent = "Copied"; }
      catch { $("copy").textContent = "Not copied"; }
      setTimeout(() => { $("copy").textContent = "Copy as JSON"; }, 1500);
    });
    document.addEventListener("keydown", event => {
      const isTyping = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName);
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "/" && !isTyping) { $("place").focus(); event.preventDefault(); return; }
      if (event.key === "Escape" && event.target.id === "place") { $("place").value = ""; filter(); rows.focus(); return; }
      if (isTyping) return;
      const isInList = event.target === rows;
      const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
      if (isInList) Object.assign(steps, { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 });
      if (event.key in steps) step(steps[event.key]);
      else if (event.key === " " && event.target.tagName !== "BUTTON") play();
      else return;
      event.preventDefault();
    });
    addEventListener("hashchange", () => { const m = linked(); if (m && m.index !== current) go(m.index); });
    addEventListener("resize", () => { measure(); drawRows(); layBars(); });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", layBars);

    if (moments.length) {
      current = present;
      measure();
      filter();
      go((linked() ?? moments[present]).index, true);
      reveal();
      drawRows();
    }
    // For scripts and the console: the page's own way of asking for what it shows.
    window.strataHistory = {
      go: id => { const m = byId.get(id); if (m) go(m.index); },
      get moment() { return moments[current].id; },
      get json() { return stateTrouble ? null : json(cursor.state); },
      get shown() { return shown.map(index => moments[index].id); },
    };
    """#
}
