/* Top bar: the users to switch between, language, theme, side panel. On a phone it has the channel's name and a chip that opens a sheet with the users. */
import { h, icon, fill, reconcile, narrow } from '../dom.js';
import { t, language } from '../i18n.js';
import { state } from '../store.js';
import { ui, mine } from '../ui.js';
import { channelById, guildOf, nameOf, titleOf, unreadTotal, userById, waits } from '../derive.js';
import { avatar } from './avatar.js';
import { under } from './composer.js';
import { usersSheet, addPersona } from './sheet.js';

const MOST = 99; // largest number that is shown
export const capped = (n) => (n > MOST ? `${MOST}+` : String(n));

/** Return "Ana, 2 tables waiting, 1 unread". */
export function describeUser(user) {
  const [w, u] = [waits(user.id), unreadTotal(user.id)];
  return [nameOf(user), w ? t('tables.wait', { n: w }) : '', u ? t('n.unread', { n: u }) : ''].filter(Boolean).join(', ');
}

/** Return a user's marks: the amber clock (tables that wait) and the red dot (unread messages). */
export function marks(user) {
  const [w, u] = [waits(user.id), unreadTotal(user.id)];
  return [w ? h('span', { class: 'turn', 'aria-hidden': 'true' }, icon('clock'), capped(w)) : null, u ? h('span', { class: 'dot', 'aria-hidden': 'true' }, capped(u)) : null];
}

const chip = (user, be) => h('button', {
  type: 'button', class: user.id === ui.user ? 'chip on' : 'chip', role: 'radio', 'aria-checked': String(user.id === ui.user), 'aria-label': describeUser(user),
  tabIndex: user.id === ui.user ? 0 : -1, data: { user: user.id }, title: nameOf(user), on: { click: () => be(user.id), keydown: (e) => arrows(e, be) },
}, avatar(user), h('span', { class: 'name' }, nameOf(user)), marks(user));

function arrows(event, be) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  const at = state.users.findIndex((u) => u.id === ui.user);
  const next = state.users[(at + step + state.users.length) % state.users.length];
  be(next.id);
  setTimeout(() => document.querySelector(`#top [data-user="${next.id}"]`)?.focus(), 10);
}

/** Build the bar; returns the function that redraws it. acts: {be(user), theme(), lang(), beside(), drawer()}. */
export function makeTopbar(top, acts) {
  const chips = h('div', { class: 'chips', role: 'radiogroup', 'aria-labelledby': 'you-are' });
  const phone = h('div', { class: 'phonebar' });
  const brand = h('span', { class: 'brand' }, icon('cup'), h('b', {}, 'Sobremesa'));
  const label = h('span', { class: 'lab', id: 'you-are' });
  const add = h('button', { type: 'button', class: 'chip add', id: 'add-persona', on: { click: () => addPersona(acts.be) } });
  const lang = h('button', { type: 'button', class: 'tool', id: 'lang', on: { click: acts.lang } });
  const theme = h('button', { type: 'button', class: 'tool', id: 'theme', on: { click: acts.theme } });
  const beside = h('button', { type: 'button', class: 'tool', id: 'beside-toggle', 'aria-controls': 'beside', on: { click: acts.beside } });
  fill(top, phone, brand, label, chips, add, h('span', { class: 'sp' }), lang, theme, beside);

  return () => {
    const dark = document.documentElement.dataset.theme === 'dark';
    top.setAttribute('aria-label', t('region.top'));
    label.textContent = t('you.are');
    const words = language();
    reconcile(chips, state.users.map((u) => ({ key: u.id, sig: [describeUser(u), u.color, u.id === ui.user, words].join(), make: () => chip(u, acts.be) })));
    fill(add, icon('plus'), h('span', { class: 'name' }, t('persona')));
    add.setAttribute('aria-label', t('persona.add'));
    fill(lang, words.toUpperCase());
    lang.setAttribute('aria-label', t('lang.to'));
    fill(theme, icon(dark ? 'moon' : 'sun'), h('span', { class: 'name' }, t(dark ? 'dark' : 'light')));
    theme.setAttribute('aria-label', t('theme.is', { name: t(dark ? 'dark' : 'light') }));
    fill(beside, icon('beside'), h('span', { class: 'name' }, t('beside')));
    beside.setAttribute('aria-expanded', String(ui.beside));
    beside.setAttribute('aria-label', t('beside'));
    drawPhone(phone, acts);
  };
}

/** Return the buttons that a phone shows while the drawer is open: language and theme. */
const switches = (acts) => [h('button', { type: 'button', class: 'tool', id: 'phone-lang', 'aria-label': t('lang.to'), on: { click: acts.lang } }, language().toUpperCase()),
  h('button', { type: 'button', class: 'tool', id: 'phone-theme', 'aria-label': t('theme.is', { name: t(document.documentElement.dataset.theme) }), on: { click: acts.theme } }, icon(document.documentElement.dataset.theme === 'dark' ? 'moon' : 'sun'))];

function drawPhone(phone, acts) {
  const user = userById(ui.user);
  if (!narrow() || !user) { fill(phone); phone.sig = null; return; }
  const channel = channelById(mine().channel);
  const title = channel && !ui.drawer ? titleOf(channel) : 'Sobremesa';
  const sub = !channel || ui.drawer ? t('test.room') : under(channel) || channel.topic || guildOf(channel.id)?.name || t('bot.dm');
  const others = state.users.filter((u) => u.id !== ui.user).some((u) => waits(u.id));
  const sig = [title, sub, describeUser(user), others, ui.drawer, language(), document.documentElement.dataset.theme].join('|');
  if (phone.sig === sig) return;
  phone.sig = sig;
  const refocus = phone.contains(document.activeElement) && document.activeElement.id;
  fill(phone, h('button', { type: 'button', class: 'tool', id: 'drawer-toggle', 'aria-label': t('drawer'), 'aria-expanded': String(ui.drawer), on: { click: acts.drawer } }, icon(ui.drawer ? 'close' : 'menu')),
    h('span', { class: 'ti' }, h('b', {}, title), h('small', {}, sub)),
    ui.drawer ? switches(acts) : h('button', { type: 'button', class: 'chip on', id: 'user-sheet', 'aria-haspopup': 'dialog', 'aria-label': t('you.are.now', { name: describeUser(user) }), on: { click: () => usersSheet(acts.be) } },
      avatar(user), h('span', { class: 'name' }, nameOf(user)), others ? h('span', { class: 'turn only', 'aria-hidden': 'true' }, icon('clock')) : null, icon('chevron')));
  if (refocus) document.getElementById(refocus)?.focus();
}
