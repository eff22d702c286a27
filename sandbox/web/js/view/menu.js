/* Open list of a select menu: a popup below its field, on a phone a sheet. Only one is open at a time. */
import { h, icon, fill, narrow } from '../dom.js';
import { t } from '../i18n.js';
import { mine } from '../ui.js';
import { signs } from './markdown.js';

let open = null; // {box, spec, picked: Set, typed, typedAt}

const many = () => open.spec.max > 1;
const items = () => [...open.box.querySelectorAll('[role=option]')];

/**
 * Open a list, or close it if it is open. spec: {anchor, title, options: [{value, label, description, emoji}], min, max, values,
 * done(values), kept?}. `kept` ({message, custom_id}) is remembered for the current user, so that the list is open again when the page
 * switches back to them.
 */
export function openMenu(spec) {
  const again = open && open.spec.anchor === spec.anchor;
  closeMenu();
  if (again) return;
  open = { spec, picked: new Set(spec.picked || spec.values), typed: '', typedAt: 0 };
  const list = h('div', { class: 'options', role: 'listbox', id: 'menu-list', 'aria-label': spec.title, 'aria-multiselectable': many() ? 'true' : null });
  const foot = h('div', { class: 'menu-foot' });
  open.box = h('div', { class: 'menu', id: 'menu', popover: 'manual', on: { keydown: onKey } },
    h('div', { class: 'grab', 'aria-hidden': 'true' }), h('h2', { class: 'menu-title' }, signs(spec.title)), list, foot);
  open.list = list;
  open.foot = foot;
  draw();
  (spec.anchor.closest('dialog') || document.getElementById('layer')).append(open.box);
  open.box.showPopover();
  spec.anchor.setAttribute('aria-expanded', 'true');
  spec.anchor.setAttribute('aria-controls', 'menu-list');
  if (spec.kept) mine().menu = { ...spec.kept, picked: [...open.picked] };
  place();
  const first = items().find((el) => el.getAttribute('aria-selected') === 'true') || items()[0];
  (first || open.box).focus({ preventScroll: true });
  first?.scrollIntoView({ block: 'nearest' });
  document.addEventListener('pointerdown', outside, true);
  addEventListener('resize', place);
}

/** Close the list. `keep`: it stays remembered, as the page only switches to another user. `refocus`: the field gets the focus. */
export function closeMenu({ keep = false, refocus = false } = {}) {
  if (!open) return;
  const { box, spec } = open;
  open = null;
  document.removeEventListener('pointerdown', outside, true);
  removeEventListener('resize', place);
  box.remove();
  spec.anchor.setAttribute('aria-expanded', 'false');
  spec.anchor.removeAttribute('aria-controls');
  if (spec.kept && !keep) mine().menu = null;
  if (refocus) spec.anchor.focus({ preventScroll: true });
}

/** Return the field whose list is open, or null. */
export const openAnchor = () => open && open.spec.anchor;

/** After a redraw: attach the open list to the new element of its field; close it if there is none. */
export function reanchor(find) {
  if (!open || open.spec.anchor.isConnected) return;
  const anchor = open.spec.kept && find(open.spec.kept);
  if (!anchor) { closeMenu(); return; }
  open.spec.anchor = anchor;
  anchor.setAttribute('aria-expanded', 'true');
  anchor.setAttribute('aria-controls', 'menu-list');
  place();
}

function draw() {
  const { spec, picked } = open;
  const focused = items().indexOf(document.activeElement);
  fill(open.list, spec.options.map((o) => h('div', {
    class: 'option', role: 'option', tabIndex: -1, data: { value: o.value }, 'aria-selected': String(picked.has(o.value)),
    on: { click: () => choose(o.value), pointermove: (e) => { if (e.movementX || e.movementY) e.currentTarget.focus({ preventScroll: true }); } },
  }, o.emoji ? h('span', { class: 'emo' }, signs(o.emoji.name || '')) : null,
  h('span', { class: 'words' }, h('b', {}, signs(o.label)), o.description ? h('small', {}, signs(o.description)) : null),
  h('span', { class: 'tick' }, picked.has(o.value) ? icon('check') : null))));
  if (!spec.options.length) fill(open.list, h('p', { class: 'nothing' }, t('menu.nothing')));
  if (focused >= 0) items()[focused]?.focus({ preventScroll: true });
  if (!many() && spec.min > 0) { open.foot.hidden = true; return; }
  const few = picked.size < spec.min;
  const range = spec.min === spec.max ? t('menu.exactly', { n: spec.min }) : t('menu.range', { min: spec.min, max: Math.min(spec.max, spec.options.length) });
  fill(open.foot, h('span', { class: 'hint' }, many() ? range : ''),
    h('button', { type: 'button', class: 'b p', data: { menu: 'done' }, disabled: few, on: { click: finish } }, t('menu.done', { n: picked.size })));
}

function choose(value) {
  const { spec, picked } = open;
  if (!many()) {
    const off = spec.min === 0 && picked.has(value);
    picked.clear();
    if (!off) picked.add(value);
    finish();
    return;
  }
  if (picked.has(value)) picked.delete(value);
  else if (picked.size < spec.max) picked.add(value);
  if (spec.kept) mine().menu = { ...spec.kept, picked: [...picked] };
  draw();
}

function finish() {
  const { spec, picked } = open;
  if (picked.size < spec.min) return;
  const values = spec.options.map((o) => o.value).filter((v) => picked.has(v));
  closeMenu({ refocus: true });
  spec.done(values);
}

function outside(event) {
  if (!open || open.box.contains(event.target) || open.spec.anchor.contains(event.target)) return;
  if (event.target.closest?.('#top [data-user]')) return; // the page switches to another user, and keeps the list for this one
  if (narrow()) event.preventDefault();
  closeMenu();
}

function place() {
  if (!open) return;
  const { box, spec } = open;
  box.classList.toggle('sheet', narrow());
  for (const name of ['left', 'top', 'width', 'maxHeight']) box.style[name] = '';
  if (narrow()) return;
  const field = spec.anchor.getBoundingClientRect();
  const below = innerHeight - field.bottom - 16;
  const above = field.top - 16;
  const up = below < Math.min(box.scrollHeight, 320) && above > below;
  box.style.width = `${Math.max(field.width, 280)}px`;
  box.style.maxHeight = `${Math.min(up ? above : below, 460)}px`;
  box.style.left = `${Math.max(8, Math.min(field.left, innerWidth - Math.max(field.width, 280) - 8))}px`;
  box.style.top = `${up ? field.top - 6 - Math.min(box.offsetHeight, above) : field.bottom + 6}px`;
}

function onKey(event) {
  const all = items();
  const at = all.indexOf(document.activeElement);
  const move = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1, PageDown: at + 6, PageUp: at - 6 }[event.key];
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (move !== undefined) {
    const to = Math.max(0, Math.min(all.length - 1, move));
    all[to]?.focus();
  } else if (event.key === 'Escape') closeMenu({ refocus: true });
  else if (event.key === 'Tab') {
    const done = open.foot.querySelector('button:not(:disabled)');
    if (many() && done && document.activeElement !== done) done.focus(); else closeMenu({ refocus: true });
  } else if (event.key === ' ' && at >= 0) choose(all[at].dataset.value);
  else if (event.key === 'Enter' && at >= 0) {
    if (many() && open.picked.size >= open.spec.min && open.picked.size) finish(); else choose(all[at].dataset.value);
  } else if (event.key.length === 1 && at >= 0) jump(event.key, all, at);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Focus the next option that begins with the letters typed within 900 ms. */
function jump(letter, all, at) {
  const time = Date.now();
  open.typed = time - open.typedAt < 900 ? open.typed + letter.toLowerCase() : letter.toLowerCase();
  open.typedAt = time;
  const from = open.typed.length > 1 ? at : at + 1;
  const order = [...all.slice(from), ...all.slice(0, from)];
  order.find((el) => el.textContent.trim().toLowerCase().startsWith(open.typed))?.focus();
}
