/* Modal of a bot: labels above its fields, errors below them. On a phone it is a sheet. */
import { h, icon, fill } from '../dom.js';
import { t } from '../i18n.js';
import { state, subscribe } from '../store.js';
import { ui, mine } from '../ui.js';
import { submitModal } from '../actions.js';
import { markdown, signs } from './markdown.js';
import { chosenText, optionsOf, SELECTS } from './components.js';
import { openMenu, closeMenu } from './menu.js';
import { showDialog } from './dialog.js';

let shown = null; // {modal, dialog, fields, user}

/** Show the current user's modal, of which each user has at most one; close that of another user. */
export function syncModal() {
  const modal = state.modals.get(ui.user);
  if (shown && (shown.modal !== modal)) { const { dialog } = shown; shown = null; closeMenu(); dialog.close(); }
  if (modal && !shown) open(modal);
  if (shown) progress();
}

function open(modal) {
  const fields = [];
  const parts = (modal.modal.components || []).map((c) => part(c, fields, modal));
  const form = h('form', { class: 'modal-form', on: { submit: (e) => { e.preventDefault(); send(); } } },
    h('h2', { id: 'modal-title' }, signs(modal.modal.title)), h('div', { class: 'modal-body' }, parts),
    h('p', { class: 'fail', role: 'alert', id: 'modal-error', hidden: true }),
    h('div', { class: 'modal-foot' }, h('button', { type: 'button', class: 'b', data: { modal: 'cancel' }, on: { click: () => shown.dialog.close() } }, t('cancel')),
      h('button', { type: 'submit', class: 'b p', data: { modal: 'submit' } }, h('span', { class: 'label' }, t('submit')))));
  const dialog = h('dialog', { class: 'modal', id: 'modal', 'aria-labelledby': 'modal-title', data: { customId: modal.modal.custom_id } }, h('div', { class: 'grab', 'aria-hidden': 'true' }), form);
  shown = { modal, dialog, fields, user: ui.user };
  showDialog(dialog, document.activeElement);
  dialog.addEventListener('close', () => {
    if (shown?.dialog !== dialog) return;
    const { user } = shown;
    shown = null;
    if (state.modals.get(user) === modal) state.modals.delete(user);
  });
  (dialog.querySelector('[data-field]') || dialog).focus();
}

/** Return a part of the modal: a row (type 1) or label (type 18) with one field, or text (type 10). */
function part(c, fields, modal) {
  if (c.type === 10) return h('div', { class: 'md' }, markdown(c.content));
  const inner = c.type === 18 ? c.component : c.type === 1 ? (c.components || [])[0] : null;
  if (!inner) return null;
  const label = c.type === 18 ? c.label : inner.label || inner.placeholder || '';
  const id = `field-${fields.length}`;
  const kept = ((modal.values ||= {})[inner.custom_id] ||= initial(inner));
  const field = { id, c: inner, row: c.type, kept };
  const control = SELECTS.has(inner.type) ? choice(field) : inner.type === 4 ? text(field) : group(field);
  field.control = control;
  field.error = h('p', { class: 'fail', id: `${id}-error`, role: 'alert', hidden: true });
  fields.push(field);
  return h('div', { class: 'field' }, h('label', { htmlFor: id, id: `${id}-label` }, signs(label), inner.required === false ? h('span', { class: 'soft' }, ` · ${t('optional')}`) : null),
    c.description ? h('p', { class: 'soft about', id: `${id}-about` }, signs(c.description)) : null, control, field.error);
}

function initial(c) {
  if (c.type === 4) return { text: c.value || '' };
  if (c.type === 23) return { values: c.default ? ['true'] : [] };
  return { values: optionsOf({ ...c, type: c.type > 20 ? 3 : c.type }, mine().channel).filter((o) => o.default).map((o) => o.value) };
}

function text(field) {
  const { c, id, kept } = field;
  return h(c.style === 2 ? 'textarea' : 'input', {
    id, class: 'fld', value: kept.text, placeholder: c.placeholder || '', maxLength: c.max_length || 4000, rows: c.style === 2 ? 4 : null, type: c.style === 2 ? undefined : 'text', autocomplete: 'off',
    data: { field: c.custom_id }, 'aria-describedby': `${id}-error`, 'aria-required': c.required === false ? null : 'true',
    on: { input: (e) => { kept.text = e.target.value; clear(field); } },
  });
}

function choice(field) {
  const { c, id, kept } = field;
  const options = optionsOf(c, mine().channel);
  const button = h('button', { type: 'button', id, class: 'fld sel', role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': 'false', data: { field: c.custom_id }, 'aria-describedby': `${id}-error` });
  const draw = () => {
    const { text: words, empty } = chosenText(options, kept.values, c.placeholder);
    button.classList.toggle('empty', empty);
    fill(button, h('span', { class: 'label' }, signs(words)), icon('chevron'));
    button.setAttribute('aria-labelledby', `${id}-label ${id}`);
  };
  button.addEventListener('click', () => openMenu({
    anchor: button, title: document.getElementById(`${id}-label`).textContent, options, min: c.required === false ? 0 : c.min_values ?? 1, max: c.max_values ?? 1, values: kept.values,
    done: (values) => { kept.values = values; clear(field); draw(); },
  }));
  draw();
  return button;
}

/** Radio buttons (21), checkboxes (22) and a single checkbox (23). */
function group(field) {
  const { c, id, kept } = field;
  const one = c.type === 21;
  const options = c.type === 23 ? [{ value: 'true', label: t('yes') }] : c.options || [];
  return h('div', { class: 'boxes', id, tabIndex: -1, role: one ? 'radiogroup' : 'group', 'aria-labelledby': `${id}-label`, data: { field: c.custom_id } }, options.map((o) => h('label', { class: 'boxed' },
    h('input', { type: one ? 'radio' : 'checkbox', name: id, value: o.value, checked: kept.values.includes(o.value), on: { change: (e) => {
      kept.values = one ? [o.value] : e.target.checked ? [...kept.values, o.value] : kept.values.filter((v) => v !== o.value);
      clear(field);
    } } }), h('span', {}, h('b', {}, signs(o.label)), o.description ? h('small', {}, signs(o.description)) : null))));
}

function clear(field) {
  field.error.hidden = true;
  field.control.removeAttribute('aria-invalid');
}

/** Return why a field's value can't be sent, or null. */
function fault({ c, kept }) {
  const n = c.type === 4 ? kept.text.length : kept.values.length;
  if (c.required !== false && !n && c.type !== 23) return t('field.required');
  if (!n) return null;
  if (c.type === 4 && n < (c.min_length || 0)) return t('field.short', { n: c.min_length });
  if (c.type === 4 && n > (c.max_length || 4000)) return t('field.long', { n: c.max_length || 4000 });
  return null;
}

function answer({ c }, kept) {
  const base = { type: c.type, custom_id: c.custom_id };
  if (c.type === 4) return { ...base, value: kept.text };
  if (c.type === 21) return { ...base, value: kept.values[0] ?? null };
  if (c.type === 23) return { ...base, value: kept.values.length > 0 };
  return { ...base, values: kept.values };
}

function send() {
  const { modal, fields, user } = shown;
  if (modal.state === 'waiting') return;
  let first = null;
  for (const field of fields) {
    const why = fault(field);
    field.error.hidden = !why;
    field.error.textContent = why || '';
    if (why) { field.control.setAttribute('aria-invalid', 'true'); first ||= field.control; }
  }
  if (first) { first.focus(); return; }
  submitModal(user, modal, fields.map((f) => (f.row === 18 ? { type: 18, component: answer(f, f.kept) } : { type: 1, components: [answer(f, f.kept)] })));
}

function progress() {
  const { modal, dialog } = shown;
  dialog.dataset.state = modal.state;
  const button = dialog.querySelector('[data-modal=submit]');
  button.classList.toggle('waiting', modal.state === 'waiting');
  const error = dialog.querySelector('#modal-error');
  error.hidden = modal.state !== 'failed';
  if (modal.state === 'failed') fill(error, icon('warn'), !modal.error || /did not respond/i.test(modal.error) ? t('modal.failed') : modal.error === 'offline' ? t('offline') : modal.error);
}

subscribe((topics) => { if (topics.has('modal') || topics.has('all')) syncModal(); });
