/* Slash command that the user fills in: a pill with its name, a pill per option, suggestions above. */
import { h, icon } from '../dom.js';
import { t } from '../i18n.js';
import { state } from '../store.js';
import { ui } from '../ui.js';
import { channelById, describeIn, fold, guildOf, isText, nameIn, nameOf, peopleOf } from '../derive.js';
import { ask, command as sendCommand } from '../actions.js';
import { avatar } from './avatar.js';

const PAUSE = 180; // ms without typing before the bot is asked for suggestions
const MOST = 25; // suggestions shown

export class CommandLine {
  /**
   * `composer` has the draft and the picker; `command` is one of slashCommands(). The draft's `cmd` is {key, values: {option: {text,
   * value?}}, shown: [option]}; `value` is set once the user has chosen a suggestion.
   */
  constructor(composer, command) {
    Object.assign(this, { composer, command, picker: composer.picker, inputs: new Map(), asked: 0, timer: null });
    this.options = (command.leaf.options || []).filter((o) => o.type > 2);
    this.draft = composer.draft.cmd;
    this.draft.shown ||= this.options.filter((o, i) => o.required || i === 0).map((o) => o.name);
  }

  nodes() {
    const { locale } = this.composer;
    this.inputs.clear();
    const pills = this.draft.shown.map((name) => this.pill(this.options.find((o) => o.name === name)));
    const rest = this.options.filter((o) => !this.draft.shown.includes(o.name));
    this.error = h('p', { class: 'fail cmderr', role: 'alert', hidden: true });
    return [h('button', { type: 'button', class: 'cbtn', 'aria-label': t('command.leave'), on: { click: () => this.composer.leave() } }, icon('close')),
      h('div', { class: 'cmdline', data: { command: this.command.plain }, on: { keydown: (e) => { if (!e.target.dataset.option) this.bare(e); } } },
        h('button', { type: 'button', class: 'cmd', id: 'cmdname', 'aria-label': t('command.named', { name: '/' + this.command.label }), on: { click: () => this.focus() } }, '/' + this.command.label),
        pills, rest.map((o) => h('button', { type: 'button', class: 'ghost', data: { add: o.name }, 'aria-label': t('option.add', { name: nameIn(o, locale) }), on: { click: () => this.reveal(o) } },
          icon('plus'), nameIn(o, locale))), this.error),
      h('button', { type: 'submit', class: 'cbtn send on', 'aria-label': t('send') }, icon('send'))];
  }

  pill(option) {
    const { locale } = this.composer;
    const kept = (this.draft.values[option.name] ||= { text: '' });
    const input = h('input', {
      type: 'text', value: kept.text, autocomplete: 'off', spellcheck: false, data: { option: option.name }, role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false',
      'aria-label': `${nameIn(option, locale)}. ${describeIn(option, locale)}`, 'aria-required': option.required ? 'true' : null, inputMode: option.type === 4 ? 'numeric' : option.type === 10 ? 'decimal' : 'text',
      on: { input: () => this.typed(option, input), focus: () => this.suggest(option, input), keydown: (e) => this.onKey(e, option, input),
        blur: (e) => this.picker.leave(e.target) },
    });
    this.inputs.set(option.name, input);
    const fit = h('span', { class: 'fit', 'aria-hidden': 'true' }, kept.text || ' ');
    input.fit = fit;
    return h('label', { class: 'opt', data: { pill: option.name } }, h('i', {}, nameIn(option, locale)), h('span', { class: 'box' }, fit, input));
  }

  /** Focus the first empty option, else the last one, else the command's name. */
  focus() {
    const all = [...this.inputs.values()];
    (all.find((i) => !i.value) || all[all.length - 1] || this.composer.form.querySelector('#cmdname'))?.focus();
  }

  reveal(option) {
    this.draft.shown.push(option.name);
    this.composer.shown = null;
    this.composer.render();
    this.composer.line.inputs.get(option.name).focus();
  }

  set(option, input, text, value) {
    this.draft.values[option.name] = { text, value };
    input.value = text;
    input.fit.textContent = text || ' ';
    input.closest('.opt').classList.remove('bad');
    this.error.hidden = true;
  }

  typed(option, input) {
    this.set(option, input, input.value, undefined);
    this.suggest(option, input);
  }

  /** Show suggestions: those that the page knows at once, the bot's (autocomplete) after a short pause. */
  suggest(option, input) {
    clearTimeout(this.timer);
    const { value, text } = this.draft.values[option.name];
    if (!option.autocomplete) {
      const choices = this.choices(option);
      if (!choices) { this.show(option, input, [], null); return; }
      const words = value === undefined ? fold(text.replace(/^[@#]/, '')) : '';
      const found = choices.filter((c) => fold(c.label).includes(words)).slice(0, MOST);
      this.show(option, input, found, found.length ? null : t('nothing.fits'));
      return;
    }
    const turn = ++this.asked;
    this.show(option, input, [], t('loading'));
    this.timer = setTimeout(async () => {
      let items = [];
      let note = null;
      try {
        const tree = this.tree(option.name);
        const data = await ask('autocomplete', { user: ui.user, channel: this.composer.where(), command: this.command.id, options: tree });
        items = (data.choices || []).slice(0, MOST).map((c) => ({ label: nameIn(c, this.composer.locale), value: c.value }));
      } catch (error) { note = error.message === 'offline' ? t('offline') : t('choices.failed'); }
      if (turn !== this.asked || document.activeElement !== input) return;
      this.show(option, input, items, items.length ? null : note || t('nothing.fits'));
    }, PAUSE);
  }

  show(option, input, items, note) {
    const { locale } = this.composer;
    const head = [avatar({ ...this.command.bot, bot: true }, 'tiny'), h('span', {}, h('b', {}, nameIn(option, locale)), ' ', describeIn(option, locale))];
    const { text } = this.draft.values[option.name];
    this.picker.show(input, {
      head, note, none: !text && !option.required,
      items: items.map((c) => ({ label: c.label, value: String(c.value), icon: c.icon || 'slash', pick: () => { this.set(option, input, c.label, c.value); this.onward(option, input); } })),
    });
  }

  choices(option) {
    const { locale } = this.composer;
    const channel = channelById(this.composer.where());
    const guild = guildOf(channel.id);
    const people = () => [...peopleOf(channel.id), ...state.bots].map((u) => ({ label: '@' + nameOf(u), value: u.id, icon: 'people' }));
    if (option.choices) return option.choices.map((c) => ({ label: nameIn(c, locale), value: c.value }));
    if (option.type === 5) return [{ label: t('yes'), value: true, icon: 'check' }, { label: t('no'), value: false, icon: 'close' }];
    if (option.type === 6 || option.type === 9) return people();
    if (option.type === 7) return (guild?.channels || []).filter((c) => (option.channel_types ? option.channel_types.includes(c.type) : isText(c))).map((c) => ({ label: '#' + c.name, value: c.id, icon: 'hash' }));
    if (option.type === 8) return (guild?.roles || []).map((r) => ({ label: '@' + r.name, value: r.id, icon: 'people' }));
    return null;
  }

  /** After a suggestion was chosen: focus the next empty option, else stay. */
  onward(option, input) {
    this.picker.close();
    const all = [...this.inputs.values()];
    const next = all.slice(all.indexOf(input) + 1).find((i) => !i.value);
    if (next) next.focus(); else if (option.autocomplete) { input.focus(); clearTimeout(this.timer); }
  }

  onKey(event, option, input) {
    const { picker } = this;
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = [...this.inputs.values()];
    const at = all.indexOf(input);
    if (picker.items.length && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) picker.move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Tab' && !event.shiftKey && picker.items.length && this.draft.values[option.name].value === undefined) (picker.active || picker.items[0]).pick();
    else if (event.key === 'Enter') {
      if (picker.active && this.draft.values[option.name].value === undefined && (picker.moved || input.value || option.required)) picker.active.pick();
      this.send();
    } else if (event.key === 'Escape') { if (picker.isOpen) picker.close(); else this.composer.leave(); }
    else if (event.key === 'Backspace' && !input.value) this.remove(option, at);
    else if (event.key === 'ArrowLeft' && input.selectionEnd === 0 && at > 0) all[at - 1].focus();
    else if (event.key === 'ArrowRight' && input.selectionStart === input.value.length && at < all.length - 1) all[at + 1].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Handle keys on the command's name and on the buttons that add options. */
  bare(event) {
    if (event.key === 'Enter' && event.target.id === 'cmdname') this.send();
    else if (event.key === 'Backspace') this.composer.leave('/' + this.command.label);
    else if (event.key === 'Escape') this.composer.leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  remove(option, at) {
    const first = this.options[0];
    if (!option.required && this.draft.shown.length > 1 && option !== first) {
      this.draft.shown.splice(at, 1);
      delete this.draft.values[option.name];
      this.composer.shown = null;
      this.composer.render();
      this.composer.line.focus();
    } else if (at > 0) [...this.inputs.values()][at - 1].focus();
    else this.composer.leave('/' + this.command.label);
  }

  /** Return Discord's option tree of the filled-in values; `focused` is the option for which the bot is asked for suggestions. */
  tree(focused = null) {
    const leaf = [];
    for (const option of this.options) {
      const { text = '', value } = this.draft.values[option.name] || {};
      if (!text && option.name !== focused) continue;
      const typed = option.type === 4 ? Number.parseInt(text, 10) : option.type === 10 ? Number.parseFloat(text) : text;
      const sent = value !== undefined ? value : option.name === focused || Number.isNaN(typed) ? text : typed;
      leaf.push({ type: option.type, name: option.name, value: sent, ...(option.name === focused ? { focused: true } : {}) });
    }
    return this.command.path.slice(1).reduceRight((inside, node) => [{ type: node.type, name: node.name, options: inside }], leaf);
  }

  /** Return why an option's value can't be sent, or null. A text that equals a choice gets that choice's value. */
  fault(option) {
    const { text = '', value } = this.draft.values[option.name] || {};
    const name = nameIn(option, this.composer.locale);
    if (!text) return option.required ? t('option.missing', { name }) : null;
    if (value !== undefined) return null;
    if (option.type === 4 && !/^-?\d+$/.test(text.trim())) return t('option.integer', { name });
    if (option.type === 10 && Number.isNaN(Number(text))) return t('option.number', { name });
    if ((option.type === 4 || option.type === 10) && (Number(text) < (option.min_value ?? -Infinity) || Number(text) > (option.max_value ?? Infinity))) {
      return t('option.range', { name, min: option.min_value ?? '−∞', max: option.max_value ?? '∞' });
    }
    if (option.type === 3 && text.length > (option.max_length ?? 6000)) return t('option.long', { name, n: option.max_length });
    const choices = option.autocomplete ? null : this.choices(option);
    const exact = choices?.find((c) => fold(c.label) === fold(text) || fold(c.label) === '@' + fold(text));
    if (exact) this.draft.values[option.name].value = exact.value;
    return choices && !exact ? t('option.choose', { name }) : null;
  }

  send() {
    clearTimeout(this.timer);
    this.asked += 1;
    for (const option of this.options) {
      const why = this.fault(option);
      if (!why) continue;
      if (!this.inputs.has(option.name)) { this.reveal(option); this.composer.line.send(); return; }
      const input = this.inputs.get(option.name);
      input.closest('.opt').classList.add('bad');
      this.error.textContent = why;
      this.error.hidden = false;
      input.focus();
      return;
    }
    this.picker.close();
    sendCommand(ui.user, this.composer.where(), this.command.id, this.tree(), this.command.label);
    this.composer.leave();
  }
}
