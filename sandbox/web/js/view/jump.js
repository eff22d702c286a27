/* Search box (Ctrl+K): go to a channel, a DM or a user by some letters of the name. */
import { h, icon, fill } from '../dom.js';
import { t } from '../i18n.js';
import { state } from '../store.js';
import { ui } from '../ui.js';
import { dmsOf, botById, guildsOf, nameOf, openRows, isThread } from '../derive.js';
import { avatar } from './avatar.js';
import { describeUser } from './topbar.js';
import { showDialog } from './dialog.js';

const fold = (s) => s.normalize('NFD').replace(/\p{Diacritic}/gu, '').toLowerCase();
const MOST = 12; // results shown

/** Return everything that can be found: {label, about, sign, go(), key}. */
function places(acts) {
  const out = [];
  for (const guild of guildsOf(ui.user)) {
    for (const c of openRows(guild)) out.push({ label: c.name, about: guild.name, sign: icon(isThread(c) ? 'thread' : 'hash'), go: () => acts.open(guild.id, c.id), key: c.id });
  }
  for (const dm of dmsOf(ui.user)) {
    const bot = botById(dm.bot);
    out.push({ label: nameOf(bot), about: t('direct'), sign: avatar({ ...bot, bot: true }, 'tiny'), go: () => acts.open('dm', dm.id), key: dm.id });
  }
  for (const u of state.users) if (u.id !== ui.user) out.push({ label: nameOf(u), about: t('be', { name: describeUser(u) }), sign: avatar(u, 'tiny'), go: () => acts.be(u.id), key: u.id });
  return out;
}

/** Open the search box. acts: {open(place, channel), be(user)}. */
export function openJump(acts) {
  if (document.getElementById('jump')) return;
  const all = places(acts);
  let found = [];
  let at = 0;
  const list = h('div', { role: 'listbox', id: 'jump-list', class: 'picks', 'aria-label': t('jump') });
  const input = h('input', { class: 'fld', id: 'jump-field', type: 'text', autocomplete: 'off', spellcheck: false, placeholder: t('jump.hint'), role: 'combobox', 'aria-expanded': 'true', 'aria-controls': 'jump-list', 'aria-label': t('jump'), 'aria-autocomplete': 'list' });
  const dialog = h('dialog', { class: 'jump', id: 'jump', 'aria-label': t('jump') }, input, list);
  const mark = () => {
    [...list.querySelectorAll('[role=option]')].forEach((el, i) => { el.setAttribute('aria-selected', String(i === at)); if (i === at) el.scrollIntoView({ block: 'nearest' }); });
    if (found[at]) input.setAttribute('aria-activedescendant', `jump-${at}`); else input.removeAttribute('aria-activedescendant');
  };
  const take = (item) => { dialog.close(); item?.go(); };
  const draw = () => {
    const words = fold(input.value.trim().replace(/^[#@]/, ''));
    found = all.map((p) => [fold(p.label).startsWith(words) ? 0 : fold(p.label + ' ' + p.about).includes(words) ? 1 : 2, p]).filter(([r]) => r < 2).sort((a, b) => a[0] - b[0]).map(([, p]) => p).slice(0, MOST);
    at = 0;
    fill(list, found.map((p, i) => h('div', { class: 'pick', role: 'option', id: `jump-${i}`, data: { key: p.key }, on: { click: () => take(p) } }, p.sign, h('span', { class: 'words' }, h('b', {}, p.label), h('small', {}, p.about)))),
      found.length ? null : h('p', { class: 'note' }, t('nothing.fits')));
    mark();
  };
  input.addEventListener('input', draw);
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) { at = (at + step + found.length) % Math.max(1, found.length); mark(); } else if (event.key === 'Enter') take(found[at]); else return;
    event.preventDefault();
  });
  showDialog(dialog);
  draw();
  input.focus();
}
