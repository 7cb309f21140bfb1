extension PageScript {
  /// The moments: what is known of each, their tree in lanes, and the state at one of them.
  static let moments = #"""
    const data = JSON.parse(document.getElementById("history").textContent);
    const moments = data.moments.map((m, index) => ({
      index, id: m[0], parent: m[1], label: m[2], time: m[3], author: m[4], bytes: m[5], patch: m[6], more: m[7] ?? {},
      children: [], lane: 0,
    }));
    const byId = new Map(moments.map(m => [m.id, m]));
    for (const m of moments) if (m.parent >= 0) moments[m.parent].children.push(m.index);
    const present = data.present, saved = data.saved;

    // The state that was made last; every other one is made of it, along the tree.
    const cursor = { at: present, state: "state" in data ? made(data.state) : undefined, trouble: data.noState };
    function wayTo(index) {
      const back = [], forth = [];
      let here = cursor.at, there = index;
      while (here !== there) {
        if (here > there) { back.push(here); here = moments[here].parent; }
        else { forth.push(there); there = moments[there].parent; }
      }
      return { back, forth: forth.reverse() };
    }
    // The state at a moment; throws a text where it cannot be made.
    function stateAt(index) {
      if (cursor.state === undefined) throw cursor.trouble ?? "No file says what the state was.";
      const { back, forth } = wayTo(index);
      const stop = [...back, ...forth].find(step => typeof moments[step].patch === "string");
      if (stop !== undefined) throw moments[stop].patch;
      try {
        for (const step of back) if (moments[step].patch) cursor.state = apply(moments[step].patch, cursor.state, true);
        for (const step of forth) if (moments[step].patch) cursor.state = apply(moments[step].patch, cursor.state, false);
      } catch (trouble) {
        // Half of the way may have been made: what is known for certain is the present.
        cursor.at = present;
        cursor.state = made(data.state);
        throw `a step on the way does not fit: ${trouble}`;
      }
      cursor.at = index;
      return cursor.state;
    }

    // Lanes: the way of the present is the first, each branch has one of its own for as long as it goes on.
    const LANES = 8;
    const onLine = new Set(data.line);
    const next = moments.map(m => m.children.find(c => onLine.has(c)) ?? m.children[m.children.length - 1] ?? -1);
    const tips = new Array(moments.length);
    for (let i = moments.length - 1; i >= 0; i--) tips[i] = next[i] < 0 ? i : tips[next[i]];
    const through = new Uint16Array(moments.length), above = new Uint16Array(moments.length);
    const below = new Uint16Array(moments.length), leaving = new Uint16Array(moments.length);
    const busy = new Array(LANES).fill(-1);
    if (moments.length) busy[0] = moments.length;
    for (const m of moments) {
      if (m.parent < 0) continue;
      const parent = moments[m.parent], goesOn = next[m.parent] === m.index;
      if (goesOn) m.lane = parent.lane;
      else {
        let lane = 1;
        while (lane < LANES - 1 && busy[lane] > m.parent) lane++;
        m.lane = lane;
        busy[lane] = tips[m.index];
      }
      const bit = 1 << m.lane;
      above[m.index] |= bit;
      if (goesOn) below[m.parent] |= bit; else leaving[m.parent] |= bit;
      for (let row = m.parent + 1; row < m.index; row++) through[row] |= bit;
    }
    const lanes = 1 + moments.reduce((most, m) => Math.max(most, m.lane), 0);

    const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
    const day = new Intl.DateTimeFormat(undefined, { year: "numeric", month: "short", day: "numeric" });
    const numbers = new Intl.NumberFormat();
    const authorOf = m => data.authors[m.author];
    function badges(m) {
      const all = [];
      if (m.index === present) all.push(["present", "present"]);
      if (m.index === saved) all.push(["saved", "saved"]);
      if (m.more.name !== undefined) all.push(["name", m.more.name]);
      return all;
    }
    function element(tag, className, text) {
      const made = document.createElement(tag);
      if (className) made.className = className;
      if (text !== undefined) made.textContent = text;
      return made;
    }
    const $ = id => document.getElementById(id);
    """#
}
