extension PageScript {
  /// The script for the changes, and for the state as a tree that folds: only the open parts are there.
  static let state = #"""
    const MOST = 100;
    const folds = new Map();
    const items = new Map();
    const shownMore = new Map();
    let focusKey = null;

    function brief(value) {
      if (value instanceof Map) return value.size === 0 ? "{}" : `{${value.size}}`;
      if (Array.isArray(value)) return value.length === 0 ? "[]" : `[${value.length}]`;
      return plain(value);
    }
    // Of what is long, the beginning and the end: what is not shown is not looked through.
    function plain(value, most = 4000) {
      if (isText(value)) return `"${seen(clipped(value, most))}"`;
      return value instanceof Map || Array.isArray(value) ? seen(clipped(json(value), most)) : json(value);
    }
    function clipped(text, most) {
      if (text instanceof LongText) text = text.ends(most);
      return text.length <= most ? text : text.slice(0, most * 0.75) + " … " + text.slice(-most / 4);
    }
    function valueBox(value, className, most = 2000) {
      const box = element("span", "value " + className, plain(value, most));
      box.dir = "auto";
      return box;
    }

    // Two texts by lines; what both have at their ends is not gone through.
    function lineBox(before, after, isCutAbove = false, isCutBelow = false) {
      const around = commonEnds(before, after);
      const a = around.before.split("\n"), b = around.after.split("\n");
      let start = 0, end = 0;
      while (start < a.length && start < b.length && a[start] === b[start]) start++;
      while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
      const box = element("div", "lines");
      if (isCutAbove || around.isCutAbove) box.append(element("span", "gap", "  …"));
      const put = (lines, sign, className) => {
        for (const line of lines.slice(0, 400)) {
          const made = element("span", className, sign + seen(clipped(line, 2000)));
          made.dir = "auto";
          box.append(made);
        }
        if (lines.length > 400) box.append(element("span", "gap", `  … ${lines.length - 400} lines more`));
      };
      if (start > 2) box.append(element("span", "gap", `  … ${start - 2} lines as they were`));
      put(a.slice(Math.max(0, start - 2), start), "  ", "");
      put(a.slice(start, a.length - end), "− ", "old");
      put(b.slice(start, b.length - end), "+ ", "new");
      put(a.slice(a.length - end, a.length - end + 2), "  ", "");
      if (end > 2) box.append(element("span", "gap", `  … ${end - 2} lines as they were`));
      if (isCutBelow || around.isCutBelow) box.append(element("span", "gap", "  …"));
      return box;
    }
    // Two texts without what is the same in both, save for some lines around what differs.
    function commonEnds(before, after) {
      const most = Math.min(before.length, after.length);
      let start = 0, end = 0;
      while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
      while (end < most - start
        && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++;
      let from = start, to = after.length - end;
      for (let line = 0; line < 4 && from > 0; line++) from = after.lastIndexOf("\n", from - 1 < 0 ? 0 : from - 1);
      for (let line = 0; line < 4 && to >= 0; line++) to = after.indexOf("\n", to + (line ? 1 : 0));
      from = from < 0 ? 0 : from && from + 1;
      const below = to < 0 ? 0 : after.length - to;
      return { before: before.slice(from, before.length - below), after: after.slice(from, after.length - below),
        isCutAbove: from > 0, isCutBelow: below > 0 };
    }
    // What runs have changed in a text, with some lines around it: the rest of a long text is not gone through.
    function runsBox(now, runs) {
      let place = 0, from = null, to = 0;
      for (const run of runs.slice(1)) {
        if (typeof run === "number") { place += run; continue; }
        from ??= place;
        if (run[0] === "+") place += bytesOf(run) - 1;
        to = place;
      }
      const part = (now instanceof LongText ? now : new LongText(now)).around(from, to);
      const inside = [runs[0], from - part.start, ...runs.slice(typeof runs[1] === "number" ? 2 : 1)];
      return lineBox(String(apply(inside, part.text, true)), part.text, part.isCutAbove, part.isCutBelow);
    }
    function changeItem(change) {
      const item = element("li");
      const path = element("span", "path", seen(pathText(change.path)));
      item.dataset.path = pathText(change.path);
      item.dataset.kind = change.kind;
      item.append(path);
      const arrow = () => element("span", "arrow", "→");
      switch (change.kind) {
      case "added": item.append(label("added "), valueBox(change.now, "new")); break;
      case "removed": item.append(label("removed "), valueBox(change.old, "old")); break;
      case "moved":
        item.append(label(`moved from position ${change.from} `), valueBox(change.old ?? change.now, "moved"));
        if (change.old !== undefined) item.append(arrow(), valueBox(change.now, "new"));
        break;
      case "text": item.append(runsBox(change.now, change.runs)); break;
      default:
        if (isText(change.old) && isText(change.now) && /\n/.test(change.old + change.now))
          item.append(lineBox(String(change.old), String(change.now)));
        else item.append(label("", "was "), valueBox(change.old, "old"), arrow(), label("", "is "), valueBox(change.now, "new"));
      }
      return item;
    }
    // Words that are seen, and words for those who listen.
    function label(words, spoken = "") {
      const made = element("span", "nothing", words);
      if (spoken) made.setAttribute("aria-label", spoken);
      return made;
    }
    function drawChanges(m, changes) {
      const list = $("changes");
      const most = shownMore.get("changes " + m.index) ?? 60;
      const items = changes.slice(0, most).map(changeItem);
      if (changes.length > most) {
        const item = element("li");
        const more = element("button", "", `Show ${Math.min(500, changes.length - most)} of ${changes.length - most} more`);
        more.type = "button";
        more.addEventListener("click", () => { shownMore.set("changes " + m.index, most + 500); drawChanges(m, changes); });
        item.append(more);
        items.push(item);
      }
      if (!changes.length) items.push(element("li", "nothing", m.parent < 0 ? "Here the history begins." : "Nothing."));
      list.replaceChildren(...items);
    }

    function isOpen(key, size, depth, marks, auto) {
      return folds.get(key) ?? (depth < auto.depth && size <= auto.size || marks !== undefined && marks.inside.size > 0
        || marks !== undefined && marks.gone.length > 0);
    }
    const word = value => isText(value) ? "t-text" : typeof value === "number" || value instanceof Num ? "t-number" : "t-word";

    // Whether undo covers neither a value nor anything in it, nor what it lies in: it is that of the present at any moment.
    const isBeside = path => path.length > 0 && !data.undone.some(way =>
      way.every((name, at) => at >= path.length || path[at] === name));
    // One entry of the tree, and what is open inside it.
    function node(name, value, key, path, depth, marks, auto) {
      const item = element("li", marks?.kind ?? "");
      items.set(key, item);
      if (marks && !marks.kind && (marks.inside.size || marks.gone.length)) item.className = "inside";
      const line = element("div", "line");
      const folds_ = value instanceof Map && value.size || Array.isArray(value) && value.length || marks?.gone.length;
      const title = name === null ? null : element("bdi", "key", seen(name));
      if (folds_) {
        const size = value instanceof Map ? value.size : Array.isArray(value) ? value.length : 0;
        const open = isOpen(key, size, depth, marks, auto);
        const fold = element("button", "fold");
        fold.type = "button";
        fold.setAttribute("aria-expanded", String(open));
        fold.dataset.key = key;
        fold.append(element("span", "caret", open ? "▾" : "▸"));
        if (title) fold.append(title);
        const isEmpty = size === 0;
        fold.append(element("span", isEmpty ? "sum value" : "sum", open ? brief(value) : preview(value)));
        if (isEmpty) item.dataset.path = pathText(path);
        fold.addEventListener("click", () => { folds.set(key, !open); focusKey = key; drawState(); });
        line.append(fold);
        item.append(line);
        if (open) item.append(inside(value, key, path, depth + 1, marks, auto));
      } else {
        line.classList.add("leaf");
        if (title) line.append(title);
        const text = valueBox(value, word(value), 800);
        line.append(text);
        item.dataset.path = pathText(path);
        if (marks?.kind === "changed" && marks.old !== undefined) {
          line.append(element("span", "sum", "was "), valueBox(marks.old, "old"));
        }
        item.append(line);
      }
      if (isBeside(path) && !isBeside(path.slice(0, -1)))
        item.firstChild.append(element("span", "sum", "· not part of the history: as it is now"));
      const spoken = { added: "added", changed: "changed", "moved-here": "moved" }[marks?.kind];
      if (spoken) item.firstChild.append(element("span", "badge", spoken));
      return item;
    }
    function preview(value) {
      const names = ["title", "name", "label", "text", "id"];
      if (value instanceof Map) for (const name of names) {
        const told = value.get(name);
        if (told !== undefined && !(told instanceof Map) && !Array.isArray(told))
          return `{${value.size}} ${plain(told, 60)}`;
      }
      return brief(value);
    }
    function inside(value, key, path, depth, marks, auto) {
      const list = element("ul");
      const names = value instanceof Map ? namesOf(value) : Array.from(value, (_, place) => String(place));
      const most = shownMore.get(key) ?? auto.most;
      const gone = [...(marks?.gone ?? [])];
      let hidden = 0;
      const putGone = at => {
        while (gone.length && (at === null || gone[0].at !== null && gone[0].at <= at)) {
          const { name, old } = gone.shift();
          const item = element("li", "removed"), line = element("div", "line leaf");
          line.append(element("bdi", "key", seen(name)), valueBox(old, "old"), element("span", "badge", "removed"));
          item.append(line);
          list.append(item);
        }
      };
      names.forEach((name, place) => {
        putGone(value instanceof Map ? -1 : place);
        const inner = marks?.inside.get(name);
        // What changed is there, however much there is before it.
        if (place >= most && !(inner && list.childElementCount < most + 100)) { hidden++; return; }
        const child = value instanceof Map ? value.get(name) : value[place];
        list.append(node(name, child, inside_(key, name), [...path, name], depth, inner, auto));
      });
      putGone(null);
      if (hidden) {
        const item = element("li");
        const more = element("button", "more", `Show ${numbers.format(Math.min(hidden, 500))} of ${numbers.format(hidden)} more`);
        more.type = "button";
        more.addEventListener("click", () => { shownMore.set(key, most + 500); drawState(); });
        item.append(more);
        list.append(item);
      }
      return list;
    }
    // What steps have touched, as a tree: only that is drawn again. Null where it is better to draw everything.
    function touchedBy(way, ...marks) {
      if (!drawnAt || !way || way.back.length + way.forth.length > 100) return null;
      const root = { isWhole: false, inside: new Map() };
      for (const step of [...way.back, ...way.forth]) if (moments[step].patch) touchPatch(moments[step].patch, root);
      for (const each of marks) if (each) touchMarks(each, root);
      return root;
    }
    function touchInside(there, name) {
      if (!there.inside.has(name)) there.inside.set(name, { isWhole: false, inside: new Map() });
      return there.inside.get(name);
    }
    function touchMarks(marks, there) {
      if (marks.kind || marks.gone.length) there.isWhole = true;
      else for (const [name, inner] of marks.inside) touchMarks(inner, touchInside(there, name));
    }
    function touchPatch(node, there) {
      if (node[0] === 1) {
        for (let i = 1; i < node.length; i += 2) {
          const change = node[i + 1];
          // A member that comes or goes is a change of the record.
          if (change[0] === 0 && (change[1] === null || change[2] === null)) there.isWhole = true;
          else touchPatch(change, touchInside(there, node[i]));
        }
      } else if (node[0] === 2) {
        for (let i = 1; i < node.length; i += 3) {
          if (node[i + 1] === 2) touchPatch(node[i + 2], touchInside(there, component(made(node[i]))));
          else there.isWhole = true;
        }
      } else if (node[0] === 4) {
        let place = 0;
        for (const run of node.slice(1)) {
          if (typeof run === "number") place += run;
          else if (run[0] === 2) touchPatch(run[1], touchInside(there, String(place++)));
          else { there.isWhole = true; return; }
        }
      } else there.isWhole = true;
    }
    function redrawState(touched) {
      if (cursor.at !== current) return drawState();
      redraw(items.get(""), null, cursor.state, "", [], 0, lastMarks ?? undefined, touched);
      drawnAt = true;
    }
    // Draws what was touched of an entry again, and leaves the rest as it lies there.
    function redraw(item, name, value, key, path, depth, marks, touched) {
      const list = item.lastElementChild;
      const isSameShape = !touched.isWhole && list?.tagName === "UL" && value !== null && typeof value === "object"
        && [...touched.inside.keys()].every(inner =>
          items.get(inside_(key, inner))?.parentElement === list);
      if (!isSameShape) {
        item.replaceWith(node(name, value, key, path, depth, marks, everything));
        return;
      }
      // What was opened for a change stays open: the tree is calm while one travels.
      item.className = marks ? "inside" : "";
      for (const [inner, there] of touched.inside) {
        const child = value instanceof Map ? value.get(inner) : value[inner];
        if (child === undefined) { item.replaceWith(node(name, value, key, path, depth, marks, everything)); return; }
        const at = inside_(key, inner);
        redraw(items.get(at), inner, child, at, [...path, inner], depth + 1, marks?.inside.get(inner), there);
      }
    }
    const inside_ = (key, name) => key + "/" + name.length + ":" + name;
    let drawnAt = false;
    let lastMarks = null, everything = { depth: 2, size: 24, most: MOST };
    function drawState() {
      const list = $("state");
      items.clear();
      drawnAt = cursor.at === current && !stateTrouble;
      if (!drawnAt) { list.replaceChildren(); return; }
      list.replaceChildren(node(null, cursor.state, "", [], 0, lastMarks ?? undefined, everything));
      if (focusKey !== null) {
        list.querySelector(`.fold[data-key="${CSS.escape(focusKey)}"]`)?.focus();
        focusKey = null;
      }
    }
    """#
}
