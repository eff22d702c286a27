/* Log of a channel's messages, used in the middle column and in the side panel. Redraws keep the scroll position and the focus. */
import { h, icon, fill, reconcile, say, focusables, narrow } from '../dom.js';
import { t } from '../i18n.js';
import { state, byId, touch } from '../store.js';
import { channelById, localeOf, nameOf, slashCommands, titleOf, unreadOf, userById, visible } from '../derive.js';
import { ui, mine } from '../ui.js';
import { ask, command, tell } from '../actions.js';
import { day } from '../time.js';
import { drawMessage, gist, isEphemeral, authorName } from './message.js';

const AT_END_PX = 48; // distance from the end that still counts as "at the end"
const FIRST_GAME = { 'table learn': { key: 'first.guided', style: 'g' }, 'table new': { key: 'first.table', style: 'p' } }; // by name of the command
const GROUP_MS = 7 * 60e3; // a user's messages with less time between them share one name

/** Load the newest messages of a channel as this user sees them, unless they are loaded. */
export async function loadHistory(user, channel) {
  const key = `${user}/${channel}`;
  if (state.history.has(key)) return;
  const mark = { loading: true, done: false, more: false };
  state.history.set(key, mark);
  try { storeHistory(mark, await ask('history', { user, channel, limit: 50 }), channel); } catch { state.history.delete(key); return; }
  touch('messages:' + channel);
}

function storeHistory(mark, data, channel) {
  if (!state.messages.has(channel)) state.messages.set(channel, new Map());
  const room = state.messages.get(channel);
  for (const m of data.messages) room.set(m.id, { ...room.get(m.id), ...m });
  Object.assign(mark, { loading: false, done: true, more: data.more });
}

export class LogView {
  /** `ol` is the list; `where()` returns the channel to show the current user, or null; `empty()` the sentence shown without a channel. */
  constructor(ol, where, empty) {
    Object.assign(this, { ol, where, empty, shown: null, top: 0 });
    ol.addEventListener('scroll', () => this.scrolled(), { passive: true });
    ol.addEventListener('load', () => { this.notice(); this.hold(); }, true);
    new ResizeObserver(() => this.hold()).observe(ol);
    ol.addEventListener('focusin', (event) => this.rove(event.target.closest('li.msg')));
  }

  key() { return this.where() && `${ui.user}/${this.where()}`; }

  get place() { return mine().scroll[this.ol.id + this.where()] || { end: true }; }

  scrolled() {
    const { ol } = this;
    if (!this.where() || this.shown !== this.key() || Math.abs(ol.scrollTop - this.top) < 2) return;
    this.top = ol.scrollTop;
    const end = ol.scrollHeight - ol.scrollTop - ol.clientHeight < AT_END_PX;
    const first = [...ol.children].find((li) => li.offsetTop + li.offsetHeight > ol.scrollTop);
    mine().scroll[ol.id + this.where()] = end || !first ? { end: true } : { end: false, key: first.dataset.key, off: ol.scrollTop - first.offsetTop };
    if (end) this.markRead();
    if (ol.scrollTop < 160) this.older();
  }

  /** Read the scroll position before a redraw moves it: the user may have scrolled, and the event may not have arrived yet. */
  notice() { if (this.ol.getClientRects().length) this.scrolled(); }

  /** Restore the user's scroll position. */
  hold() {
    if (!this.where()) return;
    const { ol, place } = this;
    const at = !place.end && [...ol.children].find((li) => li.dataset.key === place.key);
    ol.scrollTop = at ? at.offsetTop + place.off : ol.scrollHeight;
    this.top = ol.scrollTop;
  }

  async older() {
    const mark = state.history.get(this.key());
    if (!mark || mark.loading || !mark.more) return;
    mark.loading = true;
    const channel = this.where();
    const first = visible(ui.user, channel)[0];
    const data = await tell('history', { user: ui.user, channel, before: first?.id, limit: 50 });
    if (data) storeHistory(mark, data, channel);
    else Object.assign(mark, { loading: false });
    touch('messages:' + channel);
  }

  /** Tell the server that the current user has read the channel, if they see its end. */
  markRead() {
    const channel = this.where();
    if (!channel || !this.place.end || document.visibilityState === 'hidden' || !this.ol.getClientRects().length) return;
    const mark = unreadOf(ui.user, channel);
    const last = visible(ui.user, channel).filter((m) => !isEphemeral(m)).pop();
    if (!mark.count || !last || !state.history.get(this.key())?.done) return;
    mine().line[channel] ||= mark.since;
    state.unread[ui.user][channel] = { ...mark, count: 0, mentions: 0 };
    ask('read', { user: ui.user, channel, message: last.id }).catch(() => {});
    touch('unread');
  }

  render(topics) {
    const channel = this.where();
    const { ol } = this;
    const key = this.key();
    if (key !== this.shown) {
      this.shown = null;
      ol.setAttribute('aria-busy', 'true');
      setTimeout(() => ol.removeAttribute('aria-busy'), 300);
    }
    if (!channel) { fill(ol, h('li', { class: 'empty' }, this.empty())); return; }
    if (state.connected) loadHistory(ui.user, channel);
    const mark = state.history.get(key);
    if (mark?.done && unreadOf(ui.user, channel).count && !mine().line[channel]) mine().line[channel] = unreadOf(ui.user, channel).since;
    if (key === this.shown) this.notice();
    this.follow(channel, key);
    const focus = this.focusSpot();
    reconcile(ol, this.items(channel, mark));
    this.shown = key;
    this.refocus(focus);
    this.announce(topics);
    this.rove(ol.contains(document.activeElement) ? document.activeElement.closest('li.msg') : null);
    this.hold();
    this.markRead();
  }

  /** Scroll to the end for a new message that the user wrote, or that answers their click. */
  follow(channel, key) {
    const last = visible(ui.user, channel).pop();
    const by = last && (last.via?.user || last.interaction_metadata?.user?.id || last.author?.id);
    if (last && this.newest?.key === key && byId(last.id, this.newest.id) > 0 && by === ui.user) mine().scroll[this.ol.id + channel] = { end: true };
    this.newest = { key, id: last?.id || '0' };
  }

  items(channel, mark) {
    const out = [];
    if (!mark?.done) return [{ key: 'wait', sig: '', make: () => h('li', { class: 'empty' }, t('loading')) }];
    const messages = visible(ui.user, channel);
    const intro = this.intro(channel);
    if (mark.more) out.push({ key: 'more', sig: '', make: () => h('li', { class: 'earlier' }, h('button', { type: 'button', class: 'b', on: { click: () => this.older() } }, t('earlier'))) });
    else {
      const empty = !messages.length && channelById(channel)?.type !== 1;
      out.push({ key: 'start', sig: [...intro, empty, empty && firstGame(channel).length, narrow(), document.documentElement.lang].join(), make: () => h('li', { class: empty ? 'start fresh' : 'start' }, empty ? icon('cup') : null, h('h2', {}, intro[0]), h('p', {}, intro[1]), empty ? [h('div', { class: 'row first' }, firstGame(channel).map((c) => firstButton(channel, c))), tips()] : null) });
    }
    const since = mine().line[channel];
    let line = !since;
    let before = null;
    for (const m of messages) {
      const date = day(Date.parse(m.timestamp));
      if (before && date !== day(Date.parse(before.timestamp))) { out.push(divider('day-' + date, date, 'day')); before = null; }
      if (!line && byId(m.id, since) >= 0) { out.push(divider('unread', t('unread.line'), 'day new')); line = true; before = null; }
      out.push(this.item(m, before));
      before = m;
    }
    return out;
  }

  intro(channel) {
    const c = channelById(channel);
    if (!c) return [t('gone.channel'), ''];
    if (c.type === 1) return [nameOf(c.bot), t('intro.dm', { name: nameOf(c.bot) })];
    return [titleOf(c), c.topic || t('intro.channel')];
  }

  item(m, before) {
    const follows = Boolean(before && !m.author?.bot && before.author?.id === m.author?.id && m.type !== 19 && before.type !== 18
      && isEphemeral(m) === isEphemeral(before) && Date.parse(m.timestamp) - Date.parse(before.timestamp) < GROUP_MS);
    const pressed = [...state.pressed].filter(([k]) => k.startsWith(`${ui.user}/${m.id}/`));
    const ctx = { user: ui.user, log: this.ol.id, follows };
    const outcome = state.outcomes.get(m.interaction_metadata?.id)?.label;
    const names = state.users.map(nameOf).join();
    return {
      key: m.id, sig: JSON.stringify([m, ctx, pressed, outcome, names, document.documentElement.lang, day(Date.parse(m.timestamp))]),
      make: () => { const li = h('li', { tabIndex: -1 }); drawMessage(li, m, ctx); return li; },
      fill: (li) => drawMessage(li, m, ctx),
    };
  }

  /** Return where the focus is: its message, and the position among the message's controls; null if it is not in the log. */
  focusSpot() {
    const el = document.activeElement;
    const li = this.ol.contains(el) && el.closest('li.msg');
    if (!li) return null;
    const { row, col, customId, picture } = el.dataset;
    return { el, id: li.dataset.messageId, row, col, customId, picture, next: li.nextElementSibling?.dataset.key, self: el === li };
  }

  /**
   * Restore the focus after a redraw: to the control in the same position, else to the embed's title, else to the message. If the message
   * was deleted, to the next one, else to the last one.
   */
  refocus(spot) {
    if (!spot || (spot.el.isConnected && document.activeElement === spot.el)) return;
    const li = this.ol.querySelector(`[data-message-id="${spot.id}"]`);
    if (!li) {
      say(t('deleted'));
      (this.ol.querySelector(`[data-key="${spot.next}"].msg`) || [...this.ol.querySelectorAll('li.msg')].pop())?.focus({ preventScroll: true });
      return;
    }
    const place = spot.picture ? li.querySelector('[data-picture]') : spot.row !== undefined && li.querySelector(`[data-row="${spot.row}"][data-col="${spot.col}"]:not(:disabled)`);
    (spot.self ? li : place || li.querySelector('.title') || li).focus({ preventScroll: true });
  }

  /** Announce edited messages to screen readers, by title and text only. */
  announce(topics) {
    for (const topic of topics || []) {
      const id = topic.startsWith('edited:') && topic.slice(7);
      const m = id && state.messages.get(this.where())?.get(id);
      if (m && this.ol.querySelector(`[data-message-id="${id}"]`)) say(`${authorName(m)}: ${gist(m)}`);
    }
  }

  /** Make only one message and its controls reachable by Tab: `li`, else the one that had the focus last, else the newest. */
  rove(li) {
    const all = [...this.ol.querySelectorAll('li.msg')];
    const active = li || all.find((x) => x.tabIndex === 0) || all[all.length - 1];
    for (const el of all) {
      el.tabIndex = el === active ? 0 : -1;
      for (const c of el.querySelectorAll('button,a')) c.tabIndex = el === active ? 0 : -1;
    }
  }

  /** Handle the arrow keys inside the log; returns whether the key was used. */
  onKey(event) {
    const li = event.target.closest('li.msg');
    if (!li || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    const controls = focusables(li).filter((el) => el.matches('button,a[href]'));
    const at = controls.indexOf(event.target);
    const all = [...this.ol.querySelectorAll('li.msg')];
    const i = all.indexOf(li);
    const to = {
      ArrowUp: all[i - 1], ArrowDown: all[i + 1], Home: all[0], End: all[all.length - 1],
      ArrowRight: at < 0 ? controls.find((c) => c.classList.contains('control')) || controls[0] : controls[at + 1],
      ArrowLeft: at > 0 ? controls[at - 1] : at === 0 ? li : null,
    }[event.key];
    if (!(event.key in { ArrowUp: 1, ArrowDown: 1, ArrowLeft: 1, ArrowRight: 1, Home: 1, End: 1 })) return false;
    if (event.key === 'ArrowDown' && event.target.matches('[role=combobox]')) { event.target.click(); return true; }
    if (to) { to.focus({ preventScroll: true }); to.scrollIntoView({ block: 'nearest' }); }
    return true;
  }

  /** Scroll to a message and highlight it for a moment. */
  show(id) {
    const li = this.ol.querySelector(`[data-message-id="${id}"]`);
    if (!li) return;
    li.scrollIntoView({ block: 'center' });
    li.focus({ preventScroll: true });
    li.classList.remove('lit');
    requestAnimationFrame(() => li.classList.add('lit'));
  }
}

/** The two commands that begin a first game, as far as a bot offers them in this channel. */
function firstGame(channel) {
  const commands = slashCommands(localeOf(userById(ui.user)), channelById(channel), ui.user);
  return Object.keys(FIRST_GAME).map((plain) => commands.find((c) => c.plain === plain)).filter(Boolean);
}

/** Button that sends such a command without options. */
const firstButton = (channel, c) => h('button', {
  type: 'button', class: `b ${FIRST_GAME[c.plain].style}`, data: { first: c.plain },
  on: { click: () => command(ui.user, channel, c.id, c.path.slice(1).reduceRight((inside, node) => [{ type: node.type, name: node.name, options: inside }], []), c.label) },
}, t(FIRST_GAME[c.plain].key));

/** Tips for new users in an empty channel; they differ on a phone, which has no Alt key and no side panel. */
const tips = () => h('ul', { class: 'tips' }, [['people', narrow() ? 'tip.people.phone' : 'tip.people'], ['slash', 'tip.slash'], ['beside', narrow() ? 'tip.beside.phone' : 'tip.beside'], ['search', 'tip.search']]
  .map(([name, key]) => h('li', { class: 'tip-' + name }, icon(name), h('span', {}, t(key)))));

const divider = (key, text, cls) => ({ key, sig: text, make: () => h('li', { class: cls, role: 'separator', 'aria-label': text }, h('span', {}, text)) });
