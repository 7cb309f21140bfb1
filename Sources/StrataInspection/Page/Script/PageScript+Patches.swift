extension PageScript {
  /// Patches: applied forward and back, and told as changes in reading order.
  static let patches = #"""
    function placeOfKey(list, key, width) {
      const wanted = json(key);
      for (let i = 0; i < list.length; i += width) if (json(list[i]) === wanted) return i;
      return -1;
    }
    function placeFor(list, key, width) {
      let i = 0;
      while (i < list.length && compare(list[i], key) < 0) i += width;
      return i;
    }

    // What goes has to be what is there.
    function meet(gone, value) {
      if (json(made(gone)) !== json(value ?? null)) throw "what goes is not what is there";
    }
    // What a patch makes of a value, forward or back; lists and records are changed where they lie.
    function apply(node, value, back) {
      switch (node[0]) {
      case 0:
        meet(node[back ? 2 : 1], value);
        return made(node[back ? 1 : 2]);
      case 1:
        for (let i = 1; i < node.length; i += 2) {
          const name = node[i], before = value.get(name) ?? null;
          const after = apply(node[i + 1], before, back);
          if (after === null) { value.delete(name); value.names = null; }
          else { if (!value.has(name)) value.names = null; value.set(name, after); }
        }
        return value;
      case 2:
        for (let i = 1; i < node.length; i += 3) {
          const key = made(node[i]), what = node[i + 1];
          const comes = what === (back ? 1 : 0);
          if (value instanceof Map) {
            const name = component(key);
            if (what === 2) value.set(name, apply(node[i + 2], value.get(name), back));
            else {
              value.names = null;
              meet(comes ? null : node[i + 2], value.get(name));
              if (comes) value.set(name, made(node[i + 2])); else value.delete(name);
            }
          } else if (what === 2) {
            const place = placeOfKey(value, key, 2) + 1;
            value[place] = apply(node[i + 2], value[place], back);
          } else if (comes) value.splice(placeFor(value, key, 2), 0, key, made(node[i + 2]));
          else {
            const place = placeOfKey(value, key, 2);
            meet(node[i + 2], value[place + 1]);
            value.splice(place, 2);
          }
        }
        return value;
      case 3:
        for (let i = 1; i < node.length; i += 2) {
          const member = made(node[i + 1]);
          if (node[i] === (back ? 1 : 0)) value.splice(placeFor(value, member, 1), 0, member);
          else {
            const place = placeOfKey(value, member, 1);
            meet(node[i + 1], value[place]);
            value.splice(place, 1);
          }
        }
        return value;
      case 4: {
        let place = 0;
        for (let i = 1; i < node.length; i++) {
          const run = node[i];
          if (typeof run === "number") place += run;
          else if (run[0] === 2) { value[place] = apply(run[1], value[place], back); place++; }
          else if (run[0] === (back ? 1 : 0)) {
            const come = run.slice(1).map(made);
            if (come.length < 5000) value.splice(place, 0, ...come);
            else value = value.slice(0, place).concat(come, value.slice(place));
            place += come.length;
          } else value.splice(place, run.length - 1).forEach((gone, at) => meet(run[at + 1], gone));
        }
        return value;
      }
      default: {
        const text = value instanceof LongText ? value : new LongText(value);
        let place = 0;
        for (let i = 1; i < node.length; i++) {
          const run = node[i];
          if (typeof run === "number") { place += run; continue; }
          const letters = run.slice(1), bytes = bytesOf(letters);
          if ((run[0] === "+") !== back) { text.replace(place, 0, letters, bytes); place += bytes; }
          else text.replace(place, bytes, "", 0, letters);
        }
        return text.pieces.length < 2 ? text.toString() : text;
      }
      }
    }

    // The changes of a patch in reading order, with the tree of marks in which they stand. The state is the one after it.
    function changesOf(node, state) {
      const found = [], marks = mark();
      walk(node, state, [], marks, found);
      return { found, marks };
    }
    const mark = () => ({ kind: null, inside: new Map(), gone: [] });
    function markAt(marks, name) {
      if (!marks.inside.has(name)) marks.inside.set(name, mark());
      return marks.inside.get(name);
    }
    function walk(node, value, path, marks, found) {
      const note = (kind, at, rest) => found.push({ kind, path: at, ...rest });
      const gone = (name, old, at) => { marks.gone.push({ name, old, at }); note("removed", [...path, name], { old }); };
      switch (node[0]) {
      case 0: {
        const [, before, after] = node;
        marks.kind = before === null ? "added" : after === null ? "removed" : "changed";
        marks.old = made(before);
        note(marks.kind, path, { old: marks.old, now: made(after) });
        break;
      }
      case 1:
        for (let i = 1; i < node.length; i += 2) {
          const name = node[i], change = node[i + 1];
          if (change[0] === 0 && change[2] === null) gone(name, made(change[1]), null);
          else walk(change, value?.get?.(name) ?? null, [...path, name], markAt(marks, name), found);
        }
        break;
      case 2:
        for (let i = 1; i < node.length; i += 3) {
          const key = made(node[i]), name = component(key);
          if (node[i + 1] === 1) gone(name, made(node[i + 2]), null);
          else if (node[i + 1] === 0) {
            markAt(marks, name).kind = "added";
            note("added", [...path, name], { now: made(node[i + 2]) });
          } else {
            const inner = value instanceof Map ? value.get(name)
              : Array.isArray(value) ? value[placeOfKey(value, key, 2) + 1] : null;
            walk(node[i + 2], inner ?? null, [...path, name], markAt(marks, name), found);
          }
        }
        break;
      case 3:
        marks.kind = "changed";
        for (let i = 1; i < node.length; i += 2)
          note(node[i] ? "removed" : "added", path, node[i] ? { old: made(node[i + 1]) } : { now: made(node[i + 1]) });
        break;
      case 4: walkList(node, value, path, marks, found); break;
      default:
        marks.kind = "changed";
        note("text", path, { now: value ?? "", runs: node });
      }
    }
    // What went and came again is one: the same value, or another record with the same id.
    const identity = raw => json(raw instanceof Map && raw.has("id") ? ["id", raw.get("id")] : raw);
    function walkList(node, value, path, marks, found) {
      let old = 0, now = 0;
      const all = [], left = new Map();
      for (let i = 1; i < node.length; i++) {
        const run = node[i];
        if (typeof run === "number") { old += run; now += run; }
        else if (run[0] === 2) all.push({ change: run[1], now: now++, old: old++ });
        else for (const raw of run.slice(1)) {
          const item = made(raw);
          if (run[0] === 1) {
            const entry = { gone: item, old: old++, now };
            all.push(entry);
            const name = identity(item);
            if (!left.has(name)) left.set(name, []);
            left.get(name).push(entry);
          } else all.push({ come: item, now: now++ });
        }
      }
      for (const entry of all) {
        if (!("come" in entry)) continue;
        const from = left.get(identity(entry.come))?.shift();
        if (from) { entry.from = from; from.isMoved = true; }
      }
      for (const entry of all) {
        const name = String(entry.now), at = [...path, name];
        if (entry.change) walk(entry.change, value?.[entry.now] ?? null, at, markAt(marks, name), found);
        else if ("come" in entry) {
          const there = markAt(marks, name);
          if (entry.from) {
            there.kind = "moved-here";
            const isSame = json(entry.from.gone) === json(entry.come);
            found.push({ kind: "moved", path: at, from: entry.from.old, now: entry.come,
              old: isSame ? undefined : entry.from.gone });
          } else {
            there.kind = "added";
            found.push({ kind: "added", path: at, now: entry.come });
          }
        } else if (!entry.isMoved) {
          marks.gone.push({ name: String(entry.old), old: entry.gone, at: entry.now });
          found.push({ kind: "removed", path: [...path, String(entry.old)], old: entry.gone });
        }
      }
    }
    // The paths that a patch touches, as texts.
    function pathsOf(node, path = [], found = []) {
      const add = (name, inner) => inner ? pathsOf(inner, [...path, name], found) : found.push(pathText([...path, name]));
      if (node[0] === 1) for (let i = 1; i < node.length; i += 2) add(node[i], node[i + 1]);
      else if (node[0] === 2)
        for (let i = 1; i < node.length; i += 3) add(component(made(node[i])), node[i + 1] === 2 ? node[i + 2] : null);
      else if (node[0] === 4) {
        let place = 0;
        for (const run of node.slice(1)) {
          if (typeof run === "number") place += run;
          else if (run[0] === 2) add(String(place++), run[1]);
          else { for (let k = 1; k < run.length; k++) add(String(place + k - 1), null); if (run[0] === 0) place += run.length - 1; }
        }
      } else found.push(pathText(path));
      return found;
    }
    """#
}
