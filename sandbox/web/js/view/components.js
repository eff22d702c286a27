/* Buttons and select menus of a message, with the state of the last click. */
import { h, icon } from '../dom.js';
import { t } from '../i18n.js';
import { state } from '../store.js';
import { guildOf, isText, nameOf, peopleOf } from '../derive.js';
import { signs, link } from './markdown.js';
import { press, select } from '../actions.js';
import { openMenu } from './menu.js';

const BUTTON = { 1: 'p', 2: '', 3: 'g', 4: 'd', 5: '' };
export const SELECTS = new Set([3, 5, 6, 7, 8]);

const emoji = (e) => e && h('span', { class: 'emo' }, e.id ? `:${e.name}:` : signs(e.name || ''));
const dots = () => h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'));

/** Return a button's label as text, for announcements and for "Ana tapped ...". */
export const labelOf = (c) => [c.emoji?.name, c.label].filter(Boolean).join(' ') || c.placeholder || '';

function button(c, ctx) {
  const inside = [emoji(c.emoji), c.label ? h('span', { class: 'label' }, signs(c.label)) : null];
  if (c.style === 5) {
    const a = link(c.url, [...inside, icon('link')], 'b link');
    if (c.disabled) { a.removeAttribute('href'); a.setAttribute('aria-disabled', 'true'); }
    return a;
  }
  const pressed = ctx.pressed(c.custom_id);
  const waiting = pressed?.state === 'waiting';
  return h('button', {
    type: 'button', class: `b ${BUTTON[c.style] || ''} ${c.label ? '' : 'bare'} ${waiting ? 'waiting' : ''}`, disabled: Boolean(c.disabled),
    data: { customId: c.custom_id, state: pressed?.state || null, style: c.style }, 'aria-busy': waiting ? 'true' : null,
    on: { click: () => { if (ctx.pressed(c.custom_id)?.state !== 'waiting') press(ctx.user, ctx.message, c.custom_id, labelOf(c)); } },
  }, inside, waiting ? dots() : null);
}

/** Return the options of a select menu of any of the five kinds: [{value, label, description, emoji, default}]. */
export function optionsOf(c, channel) {
  const chosen = new Set((c.default_values || []).map((d) => d.id));
  const entry = (id, label, description) => ({ value: id, label, description, default: chosen.has(id) });
  const guild = guildOf(channel);
  const people = () => [...peopleOf(channel).map((u) => entry(u.id, nameOf(u))), ...state.bots.map((b) => entry(b.id, nameOf(b), t('bot')))];
  const roles = () => (guild?.roles || []).filter((r) => r.name !== '@everyone').map((r) => entry(r.id, '@' + r.name));
  switch (c.type) {
    case 3: return c.options || [];
    case 5: return people();
    case 6: return roles();
    case 7: return [...people(), ...roles()];
    default: return (guild?.channels || []).filter((x) => (c.channel_types?.length ? c.channel_types.includes(x.type) : isText(x))).map((x) => entry(x.id, '#' + x.name));
  }
}

/** Return the text of a closed select menu: the chosen options, else the placeholder. */
export function chosenText(options, values, placeholder) {
  const chosen = options.filter((o) => values.includes(o.value)).map((o) => [o.emoji?.name, o.label].filter(Boolean).join(' '));
  return { text: chosen.length ? chosen.join(', ') : placeholder || t('menu.choose'), empty: !chosen.length };
}

function menu(c, ctx) {
  const pressed = ctx.pressed(c.custom_id);
  const options = optionsOf(c, ctx.message.channel_id);
  const values = pressed?.values || options.filter((o) => o.default).map((o) => o.value);
  const { text, empty } = chosenText(options, values, c.placeholder);
  const waiting = pressed?.state === 'waiting';
  return h('button', {
    type: 'button', class: `sel ${empty ? 'empty' : ''} ${waiting ? 'waiting' : ''}`, role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': 'false',
    'aria-label': c.placeholder && !empty ? `${c.placeholder}: ${text}` : text, disabled: Boolean(c.disabled),
    data: { customId: c.custom_id, state: pressed?.state || null }, 'aria-busy': waiting ? 'true' : null,
    on: { click: (event) => openFor(c, ctx, event.currentTarget, values) },
  }, h('span', { class: 'label' }, signs(text)), waiting ? dots() : null, icon('chevron'));
}

/** Open the list of a select menu in a message; a choice is sent. */
export function openFor(c, ctx, anchor, values) {
  openMenu({
    anchor, kept: { message: ctx.message.id, custom_id: c.custom_id }, title: c.placeholder || t('menu.choose'), options: optionsOf(c, ctx.message.channel_id),
    min: c.min_values ?? 1, max: c.max_values ?? 1, values,
    done: (picked) => select(ctx.user, ctx.message, c.custom_id, picked),
  });
}

const errorText = (error) => (!error || /did not respond/i.test(error) ? t('failed') : error === 'offline' ? t('offline') : error);

/** Return an action row; if a click in it failed, the reason is below. */
export function row(component, ctx) {
  const kids = (component.components || []).map((c) => (c.type === 2 ? button(c, ctx) : SELECTS.has(c.type) ? menu(c, ctx) : null)).filter(Boolean);
  kids.forEach((el) => el.classList.add('control'));
  const failed = (component.components || []).map((c) => ctx.pressed(c.custom_id)).find((p) => p?.state === 'failed');
  return [h('div', { class: kids.some((k) => k.classList.contains('sel')) ? 'row menus' : 'row', data: { n: kids.length } }, kids),
    failed ? h('p', { class: 'fail', role: 'alert' }, icon('warn'), errorText(failed.error)) : null];
}
