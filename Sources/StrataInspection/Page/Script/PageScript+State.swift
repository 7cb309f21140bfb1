extension PageScript {
  /// What changed, and the state as a tree that folds: only what is open is there.
  static let state = #"""
    const MOST = 100;
    const folds = new Map();
    const shownMore = new Map();
    let focusKey = null;

    function brief(value) {
      if (value instanceof Map) return value.size === 0 ? "{}" : `{${value.size}}`;
      if (Array.isArray(value)) return value.length === 0 ? "[]" : `[${value.length}]`;
      return plain(value);
    }
    function plain(value) {
      if (isText(value)) return `"${seen(value)}"`;
      return value instanceof Map || Array.isArray(value) ? seen(json(value)) : json(value);
    }
    function clipped(text, most = 4000) {
      return text.length <= most ? text : text.slice(0, most * 0.75) + " … " + text.slice(-most / 4);
    }
    function valueBox(value, className) {
      const box = element("span", "value " + className, clipped(plain(value)));
      box.dir = "auto";
      return box;
    }

    // Two texts by lines; what both have at their ends is not gone through.
    function lineBox(before, after) {
      const a = before.split("\n"), b = after.split("\n");
      let start = 0, end = 0;
      while (start < a.length && start < b.length && a[start] === b[start]) start++;
      while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
      const box = element("div", "lines");
      const put = (lines, sign, className) => {
        for (const line of lines.slice(0, 400)) {
          const made = element("span", className, sign + clipped(seen(line), 2000));
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
      return box;
    }
    // What a text was before the runs of a patch.
    function textBefore(now, runs) {
      const text = apply(runs, now, true);
      return String(text);
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
      case "text": item.append(lineBox(textBefore(change.now, change.runs), change.now)); break;
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

    function isOpen(key, depth, marks, auto) {
      return folds.get(key) ?? (depth < auto.depth || marks !== undefined && marks.inside.size > 0
        || marks !== undefined && marks.gone.length > 0);
    }
    const word = value => isText(value) ? "t-text" : typeof value === "number" || value instanceof Num ? "t-number" : "t-word";

    // One entry of the tree, and what is open inside it.
    function node(name, value, key, path, depth, marks, auto) {
      const item = element("li", marks?.kind ?? "");
      if (marks && !marks.kind && (marks.inside.size || marks.gone.length)) item.className = "inside";
      const line = element("div", "line");
      const folds_ = value instanceof Map && value.size || Array.isArray(value) && value.length || marks?.gone.length;
      const title = name === null ? null : element("bdi", "key", seen(name));
      if (folds_) {
        const open = isOpen(key, depth, marks, auto);
        const fold = element("button", "fold");
        fold.type = "button";
        fold.setAttribute("aria-expanded", String(open));
        fold.dataset.key = key;
        fold.append(element("span", "caret", open ? "▾" : "▸"));
        if (title) fold.append(title);
        const isEmpty = !(value instanceof Map ? value.size : Array.isArray(value) && value.length);
        fold.append(element("span", isEmpty ? "sum value" : "sum", open ? brief(value) : preview(value)));
        if (isEmpty) item.dataset.path = pathText(path);
        fold.addEventListener("click", () => { folds.set(key, !open); focusKey = key; drawState(); });
        line.append(fold);
        item.append(line);
        if (open) item.append(inside(value, key, path, depth + 1, marks, auto));
      } else {
        line.classList.add("leaf");
        if (title) line.append(title);
        const text = valueBox(value, word(value));
        line.append(text);
        item.dataset.path = pathText(path);
        if (marks?.kind === "changed" && marks.old !== undefined) {
          line.append(element("span", "sum", "was "), valueBox(marks.old, "old"));
        }
        item.append(line);
      }
      const spoken = { added: "added", changed: "changed", "moved-here": "moved" }[marks?.kind];
      if (spoken) item.firstChild.append(element("span", "badge", spoken));
      return item;
    }
    function preview(value) {
      const names = ["title", "name", "label", "text", "id"];
      if (value instanceof Map) for (const name of names) {
        const told = value.get(name);
        if (told !== undefined && !(told instanceof Map) && !Array.isArray(told))
          return `{${value.size}} ${clipped(plain(told), 60)}`;
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
        list.append(node(name, child, key + "/" + name.length + ":" + name, [...path, name], depth, inner, auto));
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
    let lastMarks = null, everything = { depth: 2, most: MOST };
    function drawState() {
      const list = $("state");
      if (cursor.at !== current || stateTrouble) { list.replaceChildren(); return; }
      list.replaceChildren(node(null, cursor.state, "", [], 0, lastMarks ?? undefined, everything));
      if (focusKey !== null) {
        list.querySelector(`.fold[data-key="${CSS.escape(focusKey)}"]`)?.focus();
        focusKey = null;
      }
    }
    """#
}
