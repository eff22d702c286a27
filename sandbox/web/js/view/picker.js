/* List above the composer: commands, options, autocomplete. The input keeps the focus; aria-activedescendant names the active item. */
import { h, icon, fill } from '../dom.js';
import { t } from '../i18n.js';
import { signs } from './markdown.js';

export class Picker {
  constructor(box) {
    Object.assign(this, { box, items: [], at: -1, input: null, moved: false });
    box.hidden = true;
  }

  get isOpen() { return !this.box.hidden; }
  get active() { return this.items[this.at] || null; }

  /**
   * Show a list for `input`. items: [{label, about?, extra?, group?, value, pick()}]; `head` is a node or null; `note` is a line instead
   * of items ("loading", "nothing fits"). The first item is active unless `none`.
   */
  show(input, { items, head = null, note = null, none = false }) {
    this.input = input;
    this.items = items;
    this.at = items.length && !none ? 0 : -1;
    this.moved = false;
    this.list = h('div', { role: 'listbox', id: 'picker-list', class: 'picks', 'aria-label': t('picker.label'), data: { state: note ? 'note' : 'list' } });
    let group = null;
    items.forEach((item, i) => {
      if (item.group && item.group !== group) this.list.append(h('div', { class: 'pgroup', role: 'presentation' }, item.group));
      group = item.group;
      this.list.append(this.option(item, i));
    });
    if (note) this.list.append(h('p', { class: 'note' }, note));
    fill(this.box, head ? h('div', { class: 'phead' }, head, items.length ? keysHint() : null) : null, this.list);
    this.box.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    input.setAttribute('aria-controls', 'picker-list');
    this.mark();
  }

  option(item, i) {
    return h('div', { class: 'pick', role: 'option', id: `pick-${i}`, data: { value: item.value ?? item.label }, 'aria-selected': 'false',
      on: { mousedown: (e) => { e.preventDefault(); item.pick(); }, mousemove: () => { if (this.at !== i) { this.at = i; this.mark(false); } } } },
    icon(item.icon || 'slash'), h('span', { class: 'words' }, h('b', {}, signs(item.label)), item.extra || null, item.about ? h('small', {}, signs(item.about)) : null),
    h('kbd', { 'aria-hidden': 'true' }, 'Tab'));
  }

  mark(scroll = true) {
    const options = [...this.box.querySelectorAll('[role=option]')];
    options.forEach((el, i) => el.setAttribute('aria-selected', String(i === this.at)));
    const active = options[this.at];
    if (active) this.input.setAttribute('aria-activedescendant', active.id); else this.input.removeAttribute('aria-activedescendant');
    if (active && scroll) active.scrollIntoView({ block: 'nearest' });
  }

  move(step) {
    if (!this.items.length) return;
    this.moved = true;
    this.at = (this.at + step + this.items.length + (this.at < 0 && step < 0 ? 1 : 0)) % this.items.length;
    this.mark();
  }

  /** Close the list after `input` lost the focus, unless another input has opened it meanwhile. */
  leave(input) {
    setTimeout(() => { if (this.input === input && document.activeElement !== input) this.close(); }, 120);
  }

  close() {
    if (this.box.hidden) return;
    this.box.hidden = true;
    this.box.replaceChildren();
    this.items = [];
    this.at = -1;
    this.input?.setAttribute('aria-expanded', 'false');
    this.input?.removeAttribute('aria-activedescendant');
  }
}

const keysHint = () => h('span', { class: 'keys', 'aria-hidden': 'true' }, h('kbd', {}, '↑↓'), t('keys.pick'), h('kbd', {}, 'Tab'), t('keys.complete'),
  h('kbd', {}, 'Enter'), t('keys.send'), h('kbd', {}, 'Esc'), t('keys.close'));
