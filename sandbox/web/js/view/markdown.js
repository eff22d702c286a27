/* Discord's markdown as DOM nodes. Data gets into the page only as text nodes, and links only as http(s). */
import { h, icon } from '../dom.js';
import { t } from '../i18n.js';
import { state } from '../store.js';
import { channelById, nameOf, userById, botById } from '../derive.js';
import { stamp } from '../time.js';
import { parse, inline } from './parse.js';
import { openLink } from './links.js';

/** Emoji that machines without an emoji font would show as boxes, with the icons that replace them; screen readers read the emoji. */
const SIGNS = {
  '🔒': 'lock', '🔓': 'unlock', '▶': 'play', '↩': 'undo', '↪': 'redo', '⚔': 'swords', '🛡': 'shield', '🔨': 'hammer', '⛵': 'boat', '🐪': 'camel', '👁': 'eye',
  '⬆': 'up', '⬇': 'down', '⬅': 'left', '➡': 'right', '🔄': 'refresh', '📜': 'scroll', '🃏': 'cards', '🎴': 'cards', '🎲': 'dice', '🤖': 'robot',
  '🏆': 'trophy', '🏁': 'flag', '🚩': 'flag', '👑': 'crown', '💀': 'skull', '☠': 'skull', '⭐': 'star', '📖': 'book', '📚': 'book', '🔔': 'bell',
  '🗳': 'check', '🗑': 'trash', '🚪': 'door', '✋': 'hand', '🪙': 'coin', '💰': 'coin', '✨': 'spark', '❓': 'question', '❔': 'question', '⚠': 'warn', '➕': 'plus',
  '💡': 'bulb', '🎞': 'film', '🎬': 'film', '➖': 'minus', '⏰': 'clock', '⏳': 'clock', '🕒': 'clock', '👥': 'people', '🔗': 'link', '⚙': 'gear', '🔍': 'search', '📝': 'pencil', '🔎': 'search', '✖': 'close',
};
const SIGN = new RegExp(`(${Object.keys(SIGNS).join('|')})\uFE0F?`, 'gu');

/** Return text as nodes, with the emoji of SIGNS as icons. */
export function signs(text) {
  const out = [];
  let at = 0;
  for (const m of text.matchAll(SIGN)) {
    if (m.index > at) out.push(text.slice(at, m.index));
    out.push(h('span', { class: 'sign', role: 'img', 'aria-label': m[1] }, icon(SIGNS[m[1]])));
    at = m.index + m[0].length;
  }
  if (at < text.length) out.push(text.slice(at));
  return out;
}

const name = (id, message) => {
  const known = userById(id) || botById(id) || (message?.mentions || []).find((m) => m.id === id);
  return known ? nameOf(known) : t('someone');
};

const spoiler = (kids) => {
  const show = (event) => {
    const el = event.currentTarget;
    if (el.dataset.open) return;
    event.preventDefault();
    el.dataset.open = 'true';
    el.removeAttribute('role');
    el.removeAttribute('aria-label');
    el.firstChild.removeAttribute('aria-hidden');
  };
  return h('span', { class: 'spoiler', role: 'button', tabIndex: 0, 'aria-label': t('spoiler'),
    on: { click: show, keydown: (e) => { if (e.key === 'Enter' || e.key === ' ') show(e); } } }, h('span', { 'aria-hidden': 'true' }, kids));
};

const TAGS = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' };

function nodes(tree, message) {
  return tree.map((node) => one(node, message));
}

function one(node, message) {
  const kids = () => nodes(node.kids, message);
  switch (node.kind) {
    case 'text': return signs(node.text);
    case 'code': return h('code', {}, signs(node.text));
    case 'block': return h('pre', { data: { lang: node.lang || null } }, h('code', {}, signs(node.text)));
    case 'user': return h('span', { class: 'at', data: { mention: node.id } }, '@' + name(node.id, message));
    case 'role': return h('span', { class: 'at' }, '@' + roleName(node.id));
    case 'everyone': return h('span', { class: 'at' }, node.text);
    case 'channel': return channelLink(node.id);
    case 'command': return h('span', { class: 'at' }, '/' + node.text);
    case 'emoji': return h('span', { class: 'emoji' }, node.text);
    case 'time': return h('time', { class: 'in', dateTime: iso(node.at), title: stamp(node.at, 'F'), data: { relative: node.style === 'R' ? node.at : null } }, stamp(node.at, node.style));
    case 'link': return link(node.url, kids());
    case 'spoiler': return spoiler(kids());
    case 'heading': return h('div', { class: 'h h' + node.level, role: 'heading', 'aria-level': node.level + 3 }, kids());
    case 'small': return h('div', { class: 'small' }, kids());
    case 'quote': return h('blockquote', {}, h('div', {}, kids()));
    case 'list': return h(node.ordered ? 'ol' : 'ul', { start: node.ordered ? node.start : null }, kids());
    case 'item': return h('li', { class: 'd' + node.depth }, kids());
    case 'lines': return h('div', { class: 'lines' }, kids());
    default: return h(TAGS[node.kind] || 'span', {}, kids());
  }
}

const iso = (ms) => { try { return new Date(ms).toISOString(); } catch { return ''; } };

const roleName = (id) => state.guilds.flatMap((g) => g.roles || []).find((r) => r.id === id)?.name || t('role');

const channelLink = (id) => {
  const channel = channelById(id);
  if (!channel) return h('span', { class: 'at' }, '#' + t('gone'));
  return h('a', { class: 'at', href: `#/${id}`, on: { click: (e) => { e.preventDefault(); openLink(`#/${id}`); } } }, '#' + channel.name);
};

/** Return a link; links to channels open inside the page. */
export function link(url, kids, cls = '') {
  return h('a', { class: cls, href: url, target: '_blank', rel: 'noopener noreferrer', on: { click: (e) => { if (openLink(url)) e.preventDefault(); } } }, kids);
}

/** Return the text of a message or embed as nodes. */
export const markdown = (source, message) => nodes(parse(source || ''), message);
/** Return one line (embed titles, field names) as nodes, with inline markup only. */
export const markline = (source, message) => nodes(inline(source || ''), message);
/** Return text without its markup, for labels and announcements. */
export function plain(source) {
  const words = (tree) => tree.map((n) => {
    if (n.kind === 'user') return '@' + name(n.id);
    if (n.kind === 'channel') return '#' + (channelById(n.id)?.name || t('gone'));
    if (n.kind === 'time') return stamp(n.at, n.style);
    if (n.kind === 'spoiler') return t('spoiler');
    return n.kids ? words(n.kids) : n.text || '';
  }).join('');
  return parse(source || '').map((block) => words([block])).join('\n').trim();
}
