extension PageScript {
  /// The list of moments: only the rows that are seen are there; and the bars of what each step takes.
  static let timeline = #"""
    let shown = moments.map(m => m.index);
    let places = new Map(shown.map((index, place) => [index, place]));
    const HEIGHT = 30, LANE = 14;
    const rows = $("rows"), canvas = $("canvas"), bars = $("bars");
    const drawn = new Map();

    function gutter(m) {
      const isWhole = shown.length === moments.length;
      const x = lane => 10 + lane * LANE, half = HEIGHT / 2;
      let lines = "";
      const line = (lane, path) => { lines += `<path d="${path}" stroke="var(--lane${lane % 4})" fill="none" stroke-width="1.6"/>`; };
      for (let lane = 0; lane < lanes && isWhole; lane++) {
        const bit = 1 << lane;
        if (through[m.index] & bit) line(lane, `M${x(lane)} 0V${HEIGHT}`);
        if (above[m.index] & bit) line(lane, `M${x(lane)} 0V${half}`);
        if (below[m.index] & bit) line(lane, `M${x(lane)} ${half}V${HEIGHT}`);
        if (leaving[m.index] & bit)
          line(lane, `M${x(m.lane)} ${half}H${x(lane) - 6}Q${x(lane)} ${half} ${x(lane)} ${half + 6}V${HEIGHT}`);
      }
      const colour = `var(--lane${m.lane % 4})`;
      const dot = m.index === present ? `fill="${colour}" r="5.5"` : `fill="var(--card)" stroke="${colour}" stroke-width="2" r="4"`;
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      svg.setAttribute("width", String(14 + lanes * LANE));
      svg.setAttribute("aria-hidden", "true");
      // Nothing but numbers of this script is in it.
      svg.innerHTML = `${lines}<circle cx="${x(m.lane)}" cy="${half}" ${dot}/>`;
      return svg;
    }
    function row(place) {
      const m = moments[shown[place]];
      const made = element("div", "row");
      made.id = "row-" + m.id;
      made.setAttribute("role", "option");
      made.setAttribute("aria-setsize", String(shown.length));
      made.setAttribute("aria-posinset", String(place + 1));
      made.style.top = place * HEIGHT + "px";
      made.append(gutter(m), element("span", "id", String(m.id)));
      const text = element("bdi", "text", seen(m.label));
      text.dir = "auto";
      made.append(text);
      if (authorOf(m) !== "user") made.append(element("span", "badge author", seen(authorOf(m))));
      for (const [kind, words] of badges(m)) made.append(element("span", "badge " + kind, seen(words)));
      made.append(element("span", "time", clock.format(m.time)));
      made.addEventListener("click", () => go(m.index));
      return made;
    }
    // Known without a look at the page, which would have to be laid out for it.
    let scrolled = 0, room = 600, wide = 800;
    function measure() { room = rows.clientHeight; wide = bars.clientWidth; scrolled = rows.scrollTop; }
    function drawRows() {
      const first = Math.max(0, Math.floor(scrolled / HEIGHT) - 4);
      const last = Math.min(shown.length, Math.ceil((scrolled + room) / HEIGHT) + 4);
      for (const [place, made] of drawn) if (place < first || place >= last) { made.remove(); drawn.delete(place); }
      for (let place = first; place < last; place++) {
        if (!drawn.has(place)) { const made = row(place); drawn.set(place, made); canvas.append(made); }
        drawn.get(place).setAttribute("aria-selected", String(shown[place] === current));
      }
      const isThere = drawn.has(places.get(current));
      if (isThere) rows.setAttribute("aria-activedescendant", "row-" + moments[current].id);
      else rows.removeAttribute("aria-activedescendant");
    }
    function redrawRows() {
      for (const made of drawn.values()) made.remove();
      drawn.clear();
      canvas.style.height = shown.length * HEIGHT + "px";
      drawRows();
    }
    function reveal() {
      const place = places.get(current);
      if (place === undefined) return;
      const top = place * HEIGHT;
      if (top >= scrolled + HEIGHT && top <= scrolled + room - 2 * HEIGHT) return;
      const most = Math.max(0, shown.length * HEIGHT - room);
      scrolled = Math.max(0, Math.min(most, top - room / 2));
      rows.scrollTop = scrolled;
    }
    rows.addEventListener("scroll", () => { scrolled = rows.scrollTop; drawRows(); }, { passive: true });

    // Bars: the most bytes of the steps that fall to each, on a scale that leaves room for the small ones.
    const quiet = document.createElement("canvas");
    let colours = null, count = 1, most = 1;
    function bar(pen, place, height) {
      const from = Math.floor(place * shown.length / count), to = Math.floor((place + 1) * shown.length / count);
      let bytes = 0;
      for (let at = from; at < to; at++) bytes = Math.max(bytes, moments[shown[at]].bytes);
      const tall = Math.max(1, Math.log1p(bytes) / Math.log1p(most) * (height - 6));
      // Each stands above the place of the slider's thumb.
      const middle = 8 + (count > 1 ? place / (count - 1) : 0.5) * (wide - 16);
      const width = Math.max(1, Math.min((wide - 16) / count - 1, 10));
      pen.fillRect(middle - width / 2, height - tall, width, tall);
    }
    function layBars() {
      const scale = window.devicePixelRatio || 1, style = getComputedStyle(document.documentElement);
      colours = { bar: style.getPropertyValue("--bar"), here: style.getPropertyValue("--accent") };
      count = Math.max(1, Math.min(shown.length, Math.floor((wide - 16) / 4)));
      most = shown.reduce((most, index) => Math.max(most, moments[index].bytes), 1);
      for (const each of [quiet, bars]) { each.width = wide * scale; each.height = 34 * scale; }
      const pen = quiet.getContext("2d");
      pen.scale(scale, scale);
      pen.fillStyle = colours.bar;
      for (let place = 0; place < count && shown.length; place++) bar(pen, place, 34);
      drawBars();
    }
    function drawBars() {
      const pen = bars.getContext("2d"), here = places.get(current), scale = window.devicePixelRatio || 1;
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.clearRect(0, 0, bars.width, bars.height);
      if (quiet.width) pen.drawImage(quiet, 0, 0);
      if (here === undefined) return;
      pen.scale(scale, scale);
      pen.fillStyle = colours.here;
      bar(pen, Math.min(count - 1, Math.floor(here * count / shown.length)), 34);
    }
    bars.addEventListener("click", event => {
      const part = (event.offsetX - 8) / Math.max(1, wide - 16);
      const place = Math.max(0, Math.min(shown.length - 1, Math.round(part * (shown.length - 1))));
      if (shown.length) go(shown[place]);
    });

    // Filters: steps that touched a place, and those of an author.
    let touched = null;
    function filter() {
      const place = $("place").value.trim(), author = $("author").value;
      touched ??= moments.map(m => Array.isArray(m.patch) ? pathsOf(m.patch) : []);
      const leads = path => path === place || path.startsWith(place + ".") || path.startsWith(place + "[")
        || place.startsWith(path + ".") || place.startsWith(path + "[") || path === ".";
      const isPath = place && touched.some(paths => paths.some(leads));
      const fits = path => isPath ? leads(path) : path.toLowerCase().includes(place.toLowerCase());
      shown = moments.filter(m => (author === "" || m.author === Number(author))
        && (!place || touched[m.index].some(fits))).map(m => m.index);
      places = new Map(shown.map((index, at) => [index, at]));
      $("count").textContent = shown.length === moments.length ? `${numbers.format(moments.length)} moments`
        : `${numbers.format(shown.length)} of ${numbers.format(moments.length)} moments`;
      $("slider").max = String(Math.max(0, shown.length - 1));
      redrawRows();
      reveal();
      tellPlace();
      layBars();
    }
    """#
}
