extension PageScript {
  /// Values: records are maps, numbers that would be written otherwise are texts of their own kind, long texts lie in
  /// pieces once they are edited.
  static let values = #"""
    class Num { constructor(text) { this.text = text; } }

    // A long text in pieces, so that a letter does not move all of it. Places are counted in bytes of UTF-8.
    const PIECE = 2048;
    function bytesOf(text) {
      let count = text.length;
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        if (unit > 0x7F) count += unit > 0x7FF ? 2 : 1;
        if (unit >= 0xD800 && unit < 0xDC00) i++;
      }
      return count;
    }
    function unitsOf(text, bytes, isPlain) {
      if (isPlain) return bytes;
      let i = 0;
      for (let left = bytes; left > 0 && i < text.length; i++) {
        const unit = text.charCodeAt(i);
        if (unit >= 0xD800 && unit < 0xDC00) { left -= 4; i++; } else left -= unit > 0x7FF ? 3 : unit > 0x7F ? 2 : 1;
      }
      return i;
    }
    class LongText {
      constructor(text) { this.pieces = []; this.insertPieces(0, text); this.flat = text; }
      insertPieces(at, text) {
        const made = [];
        for (let i = 0; i < text.length;) {
          let end = Math.min(text.length, i + PIECE);
          const unit = text.charCodeAt(end - 1);
          if (end < text.length && unit >= 0xD800 && unit < 0xDC00) end++;
          const piece = text.slice(i, end);
          made.push({ text: piece, bytes: bytesOf(piece) });
          i = end;
        }
        this.pieces.splice(at, 0, ...made);
      }
      // At least so many letters of the beginning and the end, or all of it where it is not much longer.
      ends(most) {
        let first = 0, last = this.pieces.length, head = "", tail = "";
        while (first < last && head.length < most) head += this.pieces[first++].text;
        while (first < last && tail.length < most) tail = this.pieces[--last].text + tail;
        return head + tail;
      }
      // The text from one place to another, with six lines before and after it, or parts of a line that is long.
      around(from, to) {
        const pieces = this.pieces;
        let first = 0, start = 0;
        while (first + 1 < pieces.length && start + pieces[first].bytes <= from) start += pieces[first++].bytes;
        let last = first, end = start + (pieces[first]?.bytes ?? 0);
        while (last + 1 < pieces.length && end < to) end += pieces[++last].bytes;
        const found = pieces.slice(first, last + 1).map(p => p.text).join("");
        const begin = unitsOf(found, from - start), stop = unitsOf(found, to - start);
        let above = found.slice(0, begin), below = found.slice(stop);
        const isEnough = text => text.length > 8000 || text.split("\n").length > 6, most = 900;
        while (first > 0 && !isEnough(above)) { above = pieces[--first].text + above; start -= pieces[first].bytes; }
        while (last + 1 < pieces.length && !isEnough(below)) below += pieces[++last].text;
        let lead = above.split("\n").slice(-7), rest = below.split("\n").slice(0, 7);
        if (lead.at(-1).length > most) lead = [lead.at(-1).slice(-most).replace(/^[\udc00-\udfff]/, "")];
        if (rest[0].length > most) rest = [rest[0].slice(0, most)];
        lead = lead.join("\n"), rest = rest.join("\n");
        start += bytesOf(above) - bytesOf(lead);
        return { text: lead + found.slice(begin, stop) + rest, start,
          isCutAbove: start > 0, isCutBelow: last + 1 < pieces.length || rest.length < below.length };
      }
      toString() { return this.flat ??= this.pieces.map(p => p.text).join(""); }
      // Takes `gone` bytes away at a place, and puts a text there, of which it is known how many bytes it has.
      replace(place, gone, text, come, wanted = "") {
        const meet = found => { if (found !== wanted) throw "what goes is not what is there"; };
        this.flat = null;
        let index = 0;
        while (index < this.pieces.length && place > this.pieces[index].bytes) place -= this.pieces[index++].bytes;
        if (index === this.pieces.length) { this.insertPieces(index, text); return; }
        const piece = this.pieces[index];
        const isPlain = piece.bytes === piece.text.length, start = unitsOf(piece.text, place, isPlain);
        // Most edits lie inside a piece, which is then changed where it is.
        if (place + gone <= piece.bytes && piece.bytes < 2 * PIECE && come < PIECE) {
          const behind = piece.text.slice(start);
          const end = unitsOf(behind, gone, isPlain);
          meet(behind.slice(0, end));
          piece.text = piece.text.slice(0, start) + text + behind.slice(end);
          piece.bytes += come - gone;
          return;
        }
        const head = piece.text.slice(0, start);
        let rest = piece.text.slice(start), last = index, taken = "";
        for (let left = gone; left > 0;) {
          const bytes = bytesOf(rest);
          if (bytes <= left && last + 1 < this.pieces.length) {
            left -= bytes;
            taken += rest;
            rest = this.pieces[++last].text;
            continue;
          }
          const end = unitsOf(rest, left, bytes === rest.length);
          taken += rest.slice(0, end);
          rest = rest.slice(end);
          left = 0;
        }
        meet(taken);
        this.pieces.splice(index, last - index + 1);
        this.insertPieces(index, head + text + rest);
      }
    }

    // A value as it is drawn from, made of one as it stands in the data. What is changed later is made anew.
    function made(raw) {
      if (raw === null || typeof raw !== "object") return raw;
      if (Array.isArray(raw)) return raw.map(made);
      const names = Object.keys(raw);
      if (names.length === 1 && names[0] === "$") return new Num(raw.$);
      const record = new Map();
      for (const name of names) record.set(name[0] === "$" ? name.slice(1) : name, made(raw[name]));
      return record;
    }
    const isText = value => typeof value === "string" || value instanceof LongText;
    const kind = value => value === null ? 0 : typeof value === "boolean" ? 1
      : typeof value === "number" ? (Number.isInteger(value) ? 2 : 4)
      : value instanceof Num ? (/[.eE]/.test(value.text) ? 4 : value.text[0] === "-" || value.text.length < 19
        || value.text.length === 19 && value.text <= "9223372036854775807" ? 2 : 3)
      : isText(value) ? 5 : Array.isArray(value) ? 6 : 7;

    // Names in the order of their bytes, numbers by size where all of them are numbers.
    function compareTexts(a, b) {
      for (let i = 0; i < a.length && i < b.length; i++) {
        let x = a.charCodeAt(i), y = b.charCodeAt(i);
        if (x === y) continue;
        // What takes two units comes behind everything that takes one.
        if (x >= 0xD800 && x < 0xE000) x += 0x10000;
        if (y >= 0xD800 && y < 0xE000) y += 0x10000;
        return x - y;
      }
      return a.length - b.length;
    }
    function namesOf(record) {
      if (record.names) return record.names;
      const names = [...record.keys()];
      const areNumbers = names.every(name => /^(0|-?[1-9]\d{0,14})$/.test(name));
      record.names = areNumbers ? names.sort((a, b) => a - b) : names.sort(compareTexts);
      return record.names;
    }

    // The value as JSON, as the library writes it.
    function json(value) {
      if (value instanceof Num) return value.text;
      if (isText(value)) return JSON.stringify(String(value));
      if (Array.isArray(value)) return "[" + value.map(json).join(",") + "]";
      if (value instanceof Map) {
        const names = [...value.keys()].sort(compareTexts);
        return "{" + names.map(name => JSON.stringify(name) + ":" + json(value.get(name))).join(",") + "}";
      }
      return String(value);
    }
    // A key as it stands in a path.
    const component = key => isText(key) ? String(key) : json(key);
    function pathText(components) {
      let text = "";
      for (const name of components) {
        if (/^[\p{XIDS}_][\p{XIDC}-]*$/u.test(name)) text += (text ? "." : "") + name;
        else text += /^(\d+|\*)$/.test(name) ? `[${name}]` : `[${JSON.stringify(name)}]`;
      }
      return text || ".";
    }
    // Characters that reorder a text or hide are shown by their numbers. Characters that shape their neighbours remain.
    const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
    const SHAPING = /[\t\n\u00ad\u200c\u200d\p{Variation_Selector}]/u;
    const seen = text => String(text).replace(HIDDEN,
      letter => SHAPING.test(letter) ? letter : "\\u{" + letter.codePointAt(0).toString(16) + "}");
    function compare(a, b) {
      const order = kind(a) - kind(b);
      if (order) return order;
      switch (kind(a)) {
      case 0: return 0;
      case 1: return a - b;
      case 2: case 3: {
        const x = BigInt(a instanceof Num ? a.text : a), y = BigInt(b instanceof Num ? b.text : b);
        return x < y ? -1 : x > y ? 1 : 0;
      }
      case 5: return compareTexts(String(a), String(b));
      default: return compareTexts(json(a), json(b));
      }
    }
    """#
}
