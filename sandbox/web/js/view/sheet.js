/* Small dialogs of the page: switch users (on a phone), add a user ("persona"), a server or a channel. */
import { h, icon } from '../dom.js';
import { t } from '../i18n.js';
import { state } from '../store.js';
import { ui } from '../ui.js';
import { nameOf, waits, unreadTotal, channelById, waitsIn } from '../derive.js';
import { ask } from '../actions.js';
import { avatar } from './avatar.js';
import { describeUser, capped } from './topbar.js';
import { showDialog } from './dialog.js';

/** Return which tables wait for a user, in a few words. */
function pending(user) {
  const rooms = [...state.messages.keys()].filter((c) => channelById(c) && waitsIn(user.id, c)).map((c) => channelById(c).name);
  if (!rooms.length) return t('nothing.waits');
  return rooms.length === 1 ? rooms[0] : t('tables.wait', { n: waits(user.id) });
}

/** Open the sheet "You are" with a row per user; `be(user)` switches to one. */
export function usersSheet(be) {
  const rows = state.users.map((u) => h('button', {
    type: 'button', class: u.id === ui.user ? 'user on' : 'user', role: 'radio', 'aria-checked': String(u.id === ui.user), 'aria-label': describeUser(u), data: { user: u.id },
    on: { click: () => { dialog.close(); be(u.id); } },
  }, avatar(u), h('span', { class: 'words' }, h('b', {}, nameOf(u)), h('small', {}, pending(u))),
  waits(u.id) ? h('span', { class: 'turn' }, waits(u.id) > 1 ? t('your.turns', { n: waits(u.id) }) : t('your.turn')) : null, unreadTotal(u.id) ? h('span', { class: 'dot' }, capped(unreadTotal(u.id))) : null));
  const dialog = h('dialog', { class: 'people', id: 'users', 'aria-labelledby': 'users-title' }, h('div', { class: 'grab', 'aria-hidden': 'true' }),
    h('h2', { id: 'users-title' }, t('you.are')), h('div', { role: 'radiogroup', 'aria-labelledby': 'users-title', class: 'userlist' }, rows),
    h('button', { type: 'button', class: 'b wide', data: { act: 'persona' }, on: { click: () => { dialog.close(); addPersona(be); } } }, icon('plus'), t('persona.add')));
  dialog.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = rows.indexOf(document.activeElement);
    if (step && at >= 0) { event.preventDefault(); rows[(at + step + rows.length) % rows.length].focus(); }
  });
  showDialog(dialog);
  (rows.find((r) => r.classList.contains('on')) || rows[0])?.focus();
}

/** Open a dialog that asks for a name (and perhaps a choice) and passes it to `act`; an error is shown below the field. */
export function askName({ id, title, label, button, extra = null, act }) {
  const error = h('p', { class: 'fail', role: 'alert', id: 'name-error', hidden: true });
  const input = h('input', { class: 'fld', id: 'name-field', type: 'text', maxLength: 80, autocomplete: 'off', 'aria-describedby': 'name-error', on: { input: () => { error.hidden = true; } } });
  const form = h('form', { class: 'modal-form', on: { submit: async (event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (!name) { error.textContent = t('field.required'); error.hidden = false; input.focus(); return; }
    try { await act(name, extra?.value); dialog.close(); } catch (problem) {
      error.textContent = problem.message === 'offline' ? t('offline') : problem.message;
      error.hidden = false;
    }
  } } }, h('h2', { id: 'name-title' }, title), h('div', { class: 'modal-body' }, h('div', { class: 'field' }, h('label', { htmlFor: 'name-field' }, label), input, error), extra?.node),
  h('div', { class: 'modal-foot' }, h('button', { type: 'button', class: 'b', on: { click: () => dialog.close() } }, t('cancel')), h('button', { type: 'submit', class: 'b p' }, button)));
  const dialog = h('dialog', { class: 'modal', id, 'aria-labelledby': 'name-title' }, h('div', { class: 'grab', 'aria-hidden': 'true' }), form);
  showDialog(dialog);
  input.focus();
}

/** Open the dialog that adds a user; the page then switches to them. */
export function addPersona(be) {
  const locales = { 'es-ES': 'Español', 'en-US': 'English' };
  const extra = { value: document.documentElement.lang === 'en' ? 'en-US' : 'es-ES' };
  extra.node = h('div', { class: 'field' }, h('span', { class: 'lb', id: 'persona-lang' }, t('locale')), h('div', { class: 'boxes across', role: 'radiogroup', 'aria-labelledby': 'persona-lang' },
    Object.entries(locales).map(([code, name]) => h('label', { class: 'boxed' }, h('input', { type: 'radio', name: 'locale', value: code, checked: code === extra.value, on: { change: () => { extra.value = code; } } }), name))));
  askName({
    id: 'persona', title: t('persona.add'), label: t('name'), button: t('add'), extra,
    act: async (name, locale) => {
      const user = await ask('user.add', { name, locale });
      if (user && !state.users.some((u) => u.id === user.id)) state.users.push(user);
      if (user) be(user.id);
    },
  });
}

/** Open the dialog that adds a server. */
export const addServer = (go) => askName({ id: 'new-server', title: t('server.add'), label: t('name'), button: t('add'), act: async (name) => go(await ask('guild.add', { name, user: ui.user })) });
/** Open the dialog that adds a channel to a server, or a thread to the channel `parent`. */
export const addChannel = (guild, parent, go) => askName({
  id: 'new-channel', title: parent ? t('thread.add') : t('channel.add'), label: t('name'), button: t('add'),
  act: async (name) => go(await ask('channel.add', { guild: guild.id, name, ...(parent ? { parent: parent.id } : {}) })),
});
