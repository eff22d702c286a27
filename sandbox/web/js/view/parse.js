/* Parser of Discord's markdown to a tree of plain objects: {kind, kids?, text?, ...}. markdown.js turns the tree into DOM nodes. */

const INLINE = [
  ['escape', /^\\([^A-Za-z0-9\s])/, (m) => ({ kind: 'text', text: m[1] })],
  ['code', /^(`+)([^]*?[^`])\1(?!`)/, (m) => ({ kind: 'code', text: m[2].replace(/^ (.*) $/s, '$1') })],
  ['user', /^<@!?(\d{1,20})>/, (m) => ({ kind: 'user', id: m[1] })],
  ['role', /^<@&(\d{1,20})>/, (m) => ({ kind: 'role', id: m[1] })],
  ['channel', /^<#(\d{1,20})>/, (m) => ({ kind: 'channel', id: m[1] })],
  ['command', /^<\/([^:>]{1,100}):(\d{1,20})>/, (m) => ({ kind: 'command', text: m[1] })],
  ['time', /^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (m) => ({ kind: 'time', at: Number(m[1]) * 1000, style: m[2] || 'f' })],
  ['emoji', /^<a?:(\w{1,32}):(\d{1,20})>/, (m) => ({ kind: 'emoji', text: `:${m[1]}:` })],
  ['auto', /^<(https?:\/\/[^\s<>]+)>/, (m) => ({ kind: 'link', url: m[1], kids: [{ kind: 'text', text: m[1] }] })],
  ['everyone', /^@(everyone|here)\b/, (m) => ({ kind: 'everyone', text: m[0] })],
  ['link', /^\[((?:\\.|[^\]\\])+)\]\(\s*<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\s*\)/, (m, sub) => ({ kind: 'link', url: m[2], kids: sub(m[1]) })],
  ['url', /^https?:\/\/[^\s<>]*[^\s<>.,:;"'\])!?]/, (m) => ({ kind: 'link', url: m[0], kids: [{ kind: 'text', text: m[0] }] })],
  ['spoiler', /^\|\|([^]+?)\|\|/, (m, sub) => ({ kind: 'spoiler', kids: sub(m[1]) })],
  ['strike', /^~~([^]+?)~~(?!_)/, (m, sub) => ({ kind: 'strike', kids: sub(m[1]) })],
  ['bold', /^\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/s, (m, sub) => ({ kind: 'bold', kids: sub(m[1]) })],
  ['underline', /^__((?:\\.|[^\\])+?)__(?!_)/s, (m, sub) => ({ kind: 'underline', kids: sub(m[1]) })],
  ['italic', /^\*(?=\S)((?:\*\*|\\.|[^*\\])+?\S?)\*(?!\*)/s, (m, sub) => ({ kind: 'italic', kids: sub(m[1]) })],
  ['italic_', /^_((?:__|\\.|[^\\_])+?)_(?!\w)/s, (m, sub) => ({ kind: 'italic', kids: sub(m[1]) })],
];
const PLAIN = /^[^\\`<@[hH|~*_]+/; // text in which no pattern can begin
const DEEPEST = 12; // levels of nested markup

/** Parse the inline markup of a text. */
export function inline(source, depth = 0) {
  const out = [];
  const text = (s) => {
    const last = out[out.length - 1];
    if (last && last.kind === 'text') last.text += s; else out.push({ kind: 'text', text: s });
  };
  let rest = source;
  let before = '';
  while (rest) {
    const plain = PLAIN.exec(rest);
    if (plain) { text(plain[0]); before = plain[0].slice(-1); rest = rest.slice(plain[0].length); continue; }
    let hit = null;
    if (depth < DEEPEST) {
      for (const [name, pattern, make] of INLINE) {
        if (name === 'italic_' && /\w/.test(before)) continue;
        const m = pattern.exec(rest);
        if (m && m[0]) { hit = [m[0], make(m, (s) => inline(s, depth + 1))]; break; }
      }
    }
    if (hit) {
      if (hit[1].kind === 'text') text(hit[1].text); else out.push(hit[1]);
      before = hit[0].slice(-1);
      rest = rest.slice(hit[0].length);
    } else { text(rest[0]); before = rest[0]; rest = rest.slice(1); }
  }
  return out;
}

function lines(source) {
  const out = [];
  const all = source.split('\n');
  for (let i = 0; i < all.length; i += 1) {
    const line = all[i];
    let m;
    if ((m = /^(#{1,3})\s+(.+)$/.exec(line))) out.push({ kind: 'heading', level: m[1].length, kids: inline(m[2].replace(/\s+#+$/, '')) });
    else if ((m = /^-#\s+(.+)$/.exec(line))) out.push({ kind: 'small', kids: inline(m[1]) });
    else if (/^>>>\s/.test(line)) {
      out.push({ kind: 'quote', kids: lines([line.slice(4), ...all.slice(i + 1)].join('\n')) });
      break;
    } else if (/^>\s/.test(line)) {
      const quoted = [];
      while (i < all.length && /^>(\s|$)/.test(all[i])) { quoted.push(all[i].slice(2)); i += 1; }
      i -= 1;
      out.push({ kind: 'quote', kids: lines(quoted.join('\n')) });
    } else if ((m = /^(\s*)([-*]|\d{1,9}\.)\s+(.+)$/.exec(line))) {
      const ordered = /\d/.test(m[2]);
      const last = out[out.length - 1];
      const item = { kind: 'item', depth: Math.min(3, Math.floor(m[1].length / 2)), kids: inline(m[3]) };
      if (last && last.kind === 'list' && last.ordered === ordered) last.kids.push(item);
      else out.push({ kind: 'list', ordered, start: ordered ? Number.parseInt(m[2], 10) : 1, kids: [item] });
    } else {
      const last = out[out.length - 1];
      if (last && last.kind === 'lines') last.source += '\n' + line;
      else out.push({ kind: 'lines', source: line });
    }
  }
  return out.map((b) => (b.kind === 'lines' ? { kind: 'lines', kids: inline(b.source) } : b));
}

/** Parse a whole message: code blocks, quotes, headings, lists and lines. */
export function parse(source) {
  const out = [];
  const fence = /```(?:([\w+#.-]{1,20})\n)?\n?([^]+?)\n?```/g;
  let at = 0;
  for (const m of source.matchAll(fence)) {
    const before = source.slice(at, m.index).replace(/\n$/, '');
    if (before) out.push(...lines(before));
    out.push({ kind: 'block', lang: m[1] || '', text: m[2] });
    at = m.index + m[0].length;
    if (source[at] === '\n') at += 1;
  }
  if (at < source.length) out.push(...lines(source.slice(at)));
  return out;
}
