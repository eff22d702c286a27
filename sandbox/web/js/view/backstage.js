/* Developer tools ("Backstage"): the clock, the current user's settings, faults to switch on, the bot's last API calls. */
import { h, icon, fill, reconcile } from '../dom.js';
import { t, language } from '../i18n.js';
import { state, now, byId } from '../store.js';
import { ui, mine } from '../ui.js';
import { channelById, isMember, isThread, nameOf, titleOf, userById, visible } from '../derive.js';
import { tell } from '../actions.js';
import { clockText } from '../time.js';

const HOUR = 3600;
const SLOW = 2000; // ms
const PERMISSIONS = ['VIEW_CHANNEL', 'SEND_MESSAGES', 'SEND_MESSAGES_IN_THREADS', 'EMBED_LINKS', 'ATTACH_FILES', 'CREATE_PUBLIC_THREADS'];
const LOCALES = [['es-ES', 'Español'], ['en-US', 'English'], ['es-419', 'Español (América)'], ['en-GB', 'English (UK)']];

/** Return the seconds until the next time that a visible message names as <t:...> (a deadline), or null. */
function untilDeadline() {
  const times = [];
  for (const channel of state.messages.keys()) {
    for (const m of visible(ui.user, channel)) for (const hit of JSON.stringify([m.content, m.embeds]).matchAll(/<t:(\d+)/g)) times.push(Number(hit[1]) - now() / 1000);
  }
  const next = times.filter((s) => s > 1).sort((a, b) => a - b)[0];
  return next ? Math.ceil(next) + 1 : null;
}

const line = (label, control) => h('div', { class: 'ln' }, label, control);

function toggle(id, label, on, act, about = null) {
  return h('div', { class: 'ln' }, h('span', { id: `sw-${id}` }, label, about ? h('small', {}, about) : null),
    h('button', { type: 'button', class: 'sw', role: 'switch', 'aria-checked': String(on), 'aria-labelledby': `sw-${id}`, data: { switch: id }, on: { click: () => act(!on) } }, h('span', { class: 'knob' }, on ? icon('check') : null)));
}

const push = (text, act, data = {}, sign = null, more = {}) => h('button', { type: 'button', class: 'b', data, on: { click: act }, ...more }, sign ? icon(sign) : null, text);

function clockPart() {
  const advance = (seconds) => tell('clock', { advance: seconds });
  const until = untilDeadline();
  return [h('h3', {}, t('clock')), h('p', { class: 'now' }, h('b', { id: 'clock-now' }, clockText()), state.clock.offset ? h('small', {}, t('clock.ahead', { n: Math.round(state.clock.offset / HOUR) })) : null),
    h('div', { class: 'row' }, push(t('clock.hour'), () => advance(HOUR), { act: 'hour' }), push(t('clock.day'), () => advance(24 * HOUR), { act: 'day' }),
      push(t('clock.deadline'), () => { const s = untilDeadline(); if (s) advance(s); }, { act: 'deadline' }, null, { disabled: !until }), state.clock.offset ? push(t('clock.reset'), () => tell('clock', { reset: true }), { act: 'reset' }) : null),
    until ? null : h('p', { class: 'soft' }, t('clock.no.deadline'))];
}

/** Return the row of a server with a button to join or leave it; its owner can't leave. */
function membership(user, guild) {
  if (guild.owner_id === user.id) return line(h('span', {}, guild.name), h('small', { class: 'soft' }, t('server.own')));
  const [word, named, request] = isMember(user.id, guild) ? ['server.leave', 'server.leave.named', 'guild.leave'] : ['server.join', 'server.join.named', 'guild.join'];
  const act = () => tell(request, { user: user.id, guild: guild.id });
  return line(h('span', {}, guild.name), push(t(word), act, { act: `member-${guild.id}` }, null, { 'aria-label': t(named, { name: guild.name }) }));
}

function userPart() {
  const user = userById(ui.user);
  if (!user) return [];
  const set = (fields) => tell('user.set', { user: user.id, ...fields });
  return [h('h3', {}, nameOf(user)), toggle('dms', t('accepts.dms'), user.dms_open !== false, (on) => set({ dms_open: on })),
    line(h('label', { htmlFor: 'user-locale' }, t('locale')), h('select', { id: 'user-locale', class: 'pickone', on: { change: (e) => set({ locale: e.target.value }) } },
      [['', t('locale.page')], ...LOCALES].map(([code, name]) => h('option', { value: code, selected: code === (user.chosen === false ? '' : user.locale) }, name)))),
    state.guilds.map((guild) => membership(user, guild)), line(h('span', {}, t('phone.window')), push(t('open'), () => window.open(location.href, '', 'width=390,height=844'), { act: 'phone' }, 'phone'))];
}

function faultsPart() {
  const f = state.faults;
  const set = (fields) => tell('faults', fields);
  const channel = channelById(mine().channel);
  const room = channel && isThread(channel) ? channelById(channel.parent_id) : channel; // a thread has its parent's permissions
  const missing = (room && (f.missing || {})[room.id]) || [];
  const without = (name, off) => set({ missing: { [room.id]: off ? [...missing, name] : missing.filter((x) => x !== name) } });
  const bots = channel ? visible(ui.user, channel.id).filter((m) => m.author?.bot && !m.ephemeral_for).sort((a, b) => byId(b.id, a.id)) : [];
  const last = bots.find((m) => m.embeds?.length) || bots[0];
  const guild = channel && channel.type !== 1;
  return [h('h3', {}, t('faults')), toggle('slow', t('fault.slow'), f.slow > 0, (on) => set({ slow: on ? SLOW : 0 })), toggle('429', t('fault.429'), Boolean(f.rate_limited), (on) => set({ rate_limited: on })),
    toggle('5xx', t('fault.5xx'), f.http_5xx > 0, (on) => set({ http_5xx: on ? 3 : 0 }), f.http_5xx > 0 ? t('fault.left', { n: f.http_5xx }) : null),
    guild ? h('details', { class: 'perms', open: missing.length > 0 }, h('summary', {}, t('fault.perms', { name: titleOf(room) })), PERMISSIONS.map((p) => toggle(p, t('perm.' + p), missing.includes(p), (on) => without(p, on)))) : null,
    h('div', { class: 'row' }, push(t(f.drop_gateway ? 'fault.join' : 'fault.cut'), () => set({ drop_gateway: !f.drop_gateway }), { act: 'cut' }),
      guild && last ? push(t('fault.delete'), () => tell('message.delete', { message: last.id }), { act: 'delete-message' }) : null,
      guild ? push(t('fault.channel', { name: titleOf(channel) }), () => tell('channel.delete', { channel: channel.id }), { act: 'delete-channel' }) : null)];
}

const call = (c) => h('li', { class: c.status >= 400 ? 'bad' : '' }, h('b', {}, c.method), h('span', { class: 'path' }, c.path), h('b', { class: 'status' }, c.status >= 400 ? `✕ ${c.status}` : String(c.status ?? '')), h('span', { class: 'ms' }, c.ms === undefined || c.ms === null ? '' : `${Math.round(c.ms)} ms`));

/** Build the panel; returns the function that redraws it. */
export function makeBackstage(root) {
  const parts = ['clock', 'user', 'faults'].map((name) => h('section', { data: { part: name } }));
  const calls = h('ol', { class: 'api', id: 'api', tabIndex: 0 });
  const title = h('h3', { id: 'api-title' });
  calls.setAttribute('aria-labelledby', 'api-title');
  fill(root, h('div', { class: 'bs' }, parts, h('section', {}, title, calls)));
  const drawn = [clockPart, userPart, faultsPart];
  let asked = false;
  return (topics) => {
    if (!asked && state.connected) {
      asked = true;
      tell('api', {}).then((data) => { if (data) { state.api = [...data].reverse(); drawCalls(); } });
    }
    if (topics?.has('hello')) asked = state.api.length > 0;
    const small = topics && [...topics].every((topic) => topic === 'api' || topic === 'tick');
    if (!small) parts.forEach((part, i) => redraw(part, drawn[i]()));
    const clock = root.querySelector('#clock-now');
    if (clock && clock.textContent !== clockText()) clock.textContent = clockText();
    drawCalls();
  };
  function drawCalls() {
    title.textContent = t('api');
    reconcile(calls, state.api.length ? state.api.map((c, i) => ({ key: `c${state.api.length - i}-${c.path}`, sig: JSON.stringify(c), make: () => call(c) })) : [{ key: 'none', sig: language(), make: () => h('li', { class: 'soft' }, t('api.none')) }]);
  }
}

/** Replace the content of a part; the focus stays on the control of the same name. */
function redraw(part, kids) {
  const el = document.activeElement;
  const inside = part.contains(el);
  const find = inside && (el.id ? `#${el.id}` : el.dataset.switch ? `[data-switch="${el.dataset.switch}"]` : el.dataset.act ? `[data-act="${el.dataset.act}"]` : null);
  if (inside && el.tagName === 'SELECT') return;
  const wasOpen = part.querySelector('details')?.open;
  fill(part, kids);
  const details = part.querySelector('details');
  if (details && wasOpen !== undefined) details.open = wasOpen || details.open;
  if (find) part.querySelector(find)?.focus({ preventScroll: true });
}
